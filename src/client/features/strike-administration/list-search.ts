import {
  type SearchOf,
  searchChoice,
  searchNumber,
  searchSchema,
  searchText,
} from "#client/lib/search.ts";
import { STRIKE_SORTS } from "#shared/constants/addresses.ts";

/** Which strikes are shown, as it stands in the address. */
export const strikeSearch = searchSchema({
  state: searchText,
  /** A member's id, and an issuer's. */
  whom: searchText,
  who: searchText,
  /** A rule's anchor. */
  rule: searchText,
  /** The number of the one that is opened. */
  strike: searchNumber,
  sort: searchChoice(STRIKE_SORTS),
});
export type StrikeSearch = SearchOf<typeof strikeSearch>;
