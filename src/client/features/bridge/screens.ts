import { FRESH_PAGES, forAdmins } from "#client/lib/routing/lazy-route.ts";
import { PAGE_SIZE } from "#shared/constants/lists.ts";

export { KeysPage } from "./keys-page.tsx";

export const loadKeys = forAdmins(({ queries }) => {
  void queries.bridge.keys.prefetchInfinite({ limit: PAGE_SIZE }, FRESH_PAGES);
});
