import { forThose, FRESH_PAGES } from "#client/lib/routing/lazy-route.ts";
import { withSearch } from "#client/lib/routing/with-search.tsx";
import { PAGE_SIZE } from "#shared/constants/lists.ts";
import type { StrikeSearch } from "./list-search.ts";
import { StrikesPage } from "./page.tsx";
import { strikeInputOf } from "./row.tsx";

export const Strikes = withSearch(StrikesPage);

export const loadStrikes = forThose<StrikeSearch>("strikes", ({ queries, search }) => {
  const input = { ...strikeInputOf(search), sort: search.sort, limit: PAGE_SIZE };
  void queries.strikes.list.prefetchInfinite(input, FRESH_PAGES);
});
