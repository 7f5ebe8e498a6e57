import { Link } from "@tanstack/react-router";
import { ListScreen } from "#client/components/list-screen.tsx";
import { EmptyPanel } from "#client/components/load-states.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { PAGED, itemsOf } from "#client/lib/lists.ts";
import { useSite } from "#client/lib/site.ts";
import { trpc } from "#client/lib/trpc.ts";
import { PAGE_SIZE } from "#shared/constants/lists.ts";
import { LOADED_FRESH_MS } from "#shared/constants/timings.ts";
import { ORDERS, PURCHASES } from "#shared/shop-messages.ts";
import { OrderCard, OrderCardSkeletons } from "./card.tsx";

/** One's own orders, newest first, each with its way. Kept fresh by the feed. */
export const PurchasesPage = () => {
  const { shop } = useSite();
  const list = trpc.orders.mine.useInfiniteQuery(
    { limit: PAGE_SIZE },
    { ...PAGED, staleTime: LOADED_FRESH_MS },
  );
  return (
    <ListScreen
      eyebrow={PURCHASES.eyebrow}
      title={PURCHASES.title}
      intro={PURCHASES.intro}
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
