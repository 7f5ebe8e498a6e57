import { Link, type LinkProps } from "@tanstack/react-router";
import { CalendarHeart, type LucideIcon, ReceiptText } from "lucide-react";
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

const ENTRIES: readonly { to: LinkProps["to"]; label: string; icon: LucideIcon }[] = [
  { to: "/member/purchases", label: "Purchases", icon: ReceiptText },
  { to: "/member/subscription", label: "Subscription", icon: CalendarHeart },
];

/** The two screens of what one has bought. */
export const PurchasesNav = () => (
  <nav aria-label={PURCHASES.navigation} className="mb-8 border-b border-night-700">
    <ul className="flex gap-x-1 sm:gap-x-4">
      {ENTRIES.map(({ to, label, icon: Icon }) => (
        <li key={label} className="min-w-0 flex-auto sm:flex-none">
          <Link
            to={to}
            className="-mb-px flex min-h-12 items-center justify-center gap-2 border-b-2 border-transparent px-1.5 font-display text-lg leading-none font-bold tracking-wide whitespace-nowrap text-muted uppercase transition-colors hover:text-bone focus-visible:-outline-offset-2 aria-[current=page]:border-amber aria-[current=page]:text-amber-strong sm:text-xl"
          >
            <Icon className="size-5 shrink-0" aria-hidden />
            {label}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
);

/** One's own orders, newest first, each with its way. Kept fresh by the feed. */
export const PurchasesPage = () => {
  const { shop } = useSite();
  const list = trpc.orders.mine.useInfiniteQuery(
    { limit: PAGE_SIZE },
    { ...PAGED, staleTime: LOADED_FRESH_MS },
  );
  return (
    <>
      <PurchasesNav />
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
    </>
  );
};
