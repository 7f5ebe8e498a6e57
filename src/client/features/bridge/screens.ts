import { FRESH_PAGES, forThose } from "#client/lib/routing/lazy-route.ts";
import { withSearch } from "#client/lib/routing/with-search.tsx";
import { PAGE_SIZE } from "#shared/constants/lists.ts";
import { keyInputOf } from "./key-row.tsx";
import { KeysPage } from "./keys-page.tsx";
import type { KeySearch } from "./list-search.ts";

export const Keys = withSearch(KeysPage);

export const loadKeys = forThose<KeySearch>("bridge", ({ queries, search }) => {
  const input = { ...keyInputOf(search), sort: search.sort, limit: PAGE_SIZE };
  void queries.bridge.keys.prefetchInfinite(input, FRESH_PAGES);
});
