import { FRESH, FRESH_PAGES, ONCE, type ScreenLoader } from "#client/lib/routing/lazy-route.ts";
import { withSearch } from "#client/lib/routing/with-search.tsx";
import { PurchasesPage, type PurchaseSearch, purchaseInputOf } from "./purchases-page.tsx";
export { SubscriptionPage } from "./subscription-page.tsx";

export const Purchases = withSearch(PurchasesPage);

export const loadPurchases: ScreenLoader<PurchaseSearch> = ({ queries, search }) => {
  void queries.orders.mine.prefetchInfinite(purchaseInputOf(search), FRESH_PAGES);
};

export const loadSubscription: ScreenLoader = ({ queries }) =>
  queries.orders.subscription.fetch(undefined, { ...FRESH, ...ONCE });
