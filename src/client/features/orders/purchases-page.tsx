import { Link } from "@tanstack/react-router";
import { ListScreen } from "#client/components/list-screen.tsx";
import { EmptyPanel } from "#client/components/load-states.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { PAGED, itemsOf } from "#client/lib/lists.ts";
import type { SearchProps } from "#client/lib/routing/with-search.tsx";
import { useSite } from "#client/lib/site.ts";
import { trpc } from "#client/lib/trpc.ts";
import { PAGE_SIZE } from "#shared/constants/lists.ts";
import { LOADED_FRESH_MS } from "#shared/constants/timings.ts";
import { ORDERS, PURCHASES } from "#shared/shop-messages.ts";
import { OrderCard, OrderCardSkeletons } from "./card.tsx";

export type PurchaseSearch = {
  /** The number of the only order that is shown. */
  order?: number | undefined;
};

/** What the server is asked for. */
export const purchaseInputOf = ({ order }: PurchaseSearch) => ({
  orderId: order,
  limit: PAGE_SIZE,
});

/** One's own orders, newest first, or one of them, each with its way. Kept fresh by the feed. */
export const PurchasesPage = ({ search, onSearch }: SearchProps<PurchaseSearch>) => {
  const { shop } = useSite();
  const list = trpc.orders.mine.useInfiniteQuery(purchaseInputOf(search), {
    ...PAGED,
    staleTime: LOADED_FRESH_MS,
  });
  return (
    <ListScreen
      eyebrow={PURCHASES.eyebrow}
      title={PURCHASES.title}
      intro={PURCHASES.intro}
      actions={
        search.order !== undefined && (
          <Button asChild variant="outline" size="sm" className="max-md:h-11">
            <Link to="/member/purchases">{PURCHASES.showAll}</Link>
          </Button>
        )
      }
      noMatch={
        search.order === undefined
          ? null
          : { ...PURCHASES.noMatch, onClear: () => onSearch({ order: undefined }) }
      }
      list={list}
      items={itemsOf(list.data)}
      counted={["order", "orders"]}
      failure={ORDERS.loadFailed}
      look="cards"
      skeletons={<OrderCardSkeletons />}
      empty={
        <EmptyPanel title={PURCHASES.empty.title} text={PURCHASES.empty.text}>
          {shop !== null && (
            <Button asChild>
              <Link to="/shop">{PURCHASES.empty.action}</Link>
            </Button>
          )}
        </EmptyPanel>
      }
    >
      {(order) => <OrderCard key={order.id} order={order} />}
    </ListScreen>
  );
};
