import { FRESH_PAGES, forThose } from "#client/lib/routing/lazy-route.ts";
import { withSearch } from "#client/lib/routing/with-search.tsx";
import { PAGE_SIZE } from "#shared/constants/lists.ts";
import { InboxScreen } from "./inbox-screen.tsx";
import type { InboxSearch, OrderSearch } from "./list-search.ts";
import { flagInputOf } from "./open-flags.tsx";
import { OrdersScreen } from "./orders-screen.tsx";
import { inboxInputOf, orderInputOf } from "./shop-filters.tsx";

export const Inbox = withSearch(InboxScreen);
export const Orders = withSearch(OrdersScreen);

export const loadOrders = forThose<OrderSearch>("orders", ({ queries, search }) => {
  const input = { ...orderInputOf(search), sort: search.sort, limit: PAGE_SIZE };
  void queries.orders.flags.prefetchInfinite(flagInputOf(search.order), FRESH_PAGES);
  void queries.orders.all.prefetchInfinite(input, FRESH_PAGES);
});

export const loadInbox = forThose<InboxSearch>("orders", ({ queries, search }) => {
  const input = { ...inboxInputOf(search), sort: search.sort, limit: PAGE_SIZE };
  void queries.orders.events.prefetchInfinite(input, FRESH_PAGES);
});
