import {
  type SearchOf,
  searchChoice,
  searchNumber,
  searchSchema,
  searchText,
} from "#client/lib/search.ts";
import { FIGURE_SORTS, FIGURE_VIEWS } from "#shared/constants/figures.ts";

/** Which figures are shown, and how, as it stands in the address. */
export const figuresSearch = searchSchema({
  /** Of how many weeks. */
  weeks: searchNumber,
  by: searchChoice(FIGURE_VIEWS),
  sort: searchChoice(FIGURE_SORTS),
  /** The key of a category, and the id of a helper. */
  category: searchText,
  helper: searchText,
});
export type FiguresSearch = SearchOf<typeof figuresSearch>;
