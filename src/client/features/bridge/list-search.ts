import { type SearchOf, searchChoice, searchSchema, searchText } from "#client/lib/search.ts";
import { KEY_SORTS } from "#shared/constants/lists.ts";

/** Which keys of game-server plugins are shown, as it stands in the address. Whether there is such a state is asked later. */
export const keySearch = searchSchema({
  /** Words of their names, or an id. */
  q: searchText,
  state: searchText,
  sort: searchChoice(KEY_SORTS),
});
export type KeySearch = SearchOf<typeof keySearch>;
