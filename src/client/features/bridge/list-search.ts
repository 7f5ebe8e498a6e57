import { type SearchOf, searchChoice, searchSchema } from "#client/lib/search.ts";
import { KEY_SORTS } from "#shared/constants/lists.ts";

/** How the keys of game-server plugins are sorted, as it stands in the address. */
export const keySearch = searchSchema({ sort: searchChoice(KEY_SORTS) });
export type KeySearch = SearchOf<typeof keySearch>;
