import { FRESH, FRESH_PAGES, ONCE, type ScreenLoader } from "#client/lib/routing/lazy-route.ts";
import { PAGE_SIZE } from "#shared/constants/lists.ts";
export { PurchasesPage } from "./purchases-page.tsx";
export { SubscriptionPage } from "./subscription-page.tsx";

export const loadPurchases: ScreenLoader = ({ queries }) => {
  void queries.orders.mine.prefetchInfinite({ limit: PAGE_SIZE }, FRESH_PAGES);
};

export const loadSubscription: ScreenLoader = ({ queries }) =>
  queries.orders.subscription.fetch(undefined, { ...FRESH, ...ONCE });
