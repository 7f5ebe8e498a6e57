import { Link } from "@tanstack/react-router";
import { EmptyPanel } from "#client/components/empty-panel.tsx";
import { PagedList } from "#client/components/paged-list.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { useSite } from "#client/lib/site.ts";
import { trpc } from "#client/lib/trpc.ts";
import { PAGE_SIZE } from "#shared/constants/lists.ts";
import { ORDERS } from "#shared/shop-messages.ts";
import { OrderCard, OrderCardSkeletons } from "./order-card.tsx";
import { PurchasesNav } from "./purchases-nav.tsx";

/** One's own orders, newest first, each with its way. Kept fresh by the feed. */
export const PurchasesPage = () => {
  const { shop } = useSite();
  const list = trpc.orders.mine.useInfiniteQuery(
    { limit: PAGE_SIZE },
    { getNextPageParam: (page) => page.nextCursor, staleTime: 0 },
  );
  return (
    <>
      <PurchasesNav />
      <p className="eyebrow">From basket to den</p>
      <h1 className="headline mt-2 text-5xl md:text-6xl">Purchases</h1>
      <p className="mt-4 max-w-[58ch] text-pretty text-muted">
        Every order, and how far it has come. What you buy is credited by itself as soon as the
        store has told us of it.
      </p>
      <div className="mt-8">
        <PagedList
          list={list}
          items={list.data?.pages.flatMap(({ items }) => items)}
          label="Purchases"
          counted={["order", "orders"]}
          failure={ORDERS.loadFailed}
          look="cards"
          skeletons={<OrderCardSkeletons />}
          empty={
            <EmptyPanel
              title="Nothing bought yet"
              text="Points and subscriptions that you buy turn up here, from the basket until they are yours."
            >
              {shop !== null && (
                <Button asChild>
                  <Link to="/shop">See the shop</Link>
                </Button>
              )}
            </EmptyPanel>
          }
        >
          {(order) => <OrderCard key={order.id} order={order} />}
        </PagedList>
      </div>
    </>
  );
};
