import { type SearchOf, searchChoice, searchSchema } from "#client/lib/search.ts";
import { NEWS_SORTS } from "#shared/constants/lists.ts";
import { NEWS_STATES } from "#shared/constants/news.ts";

/** Which posts are shown, as it stands in the address. */
export const newsSearch = searchSchema({
  state: searchChoice(NEWS_STATES),
  sort: searchChoice(NEWS_SORTS),
});
export type NewsSearch = SearchOf<typeof newsSearch>;
