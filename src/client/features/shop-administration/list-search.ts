import {
  type SearchOf,
  searchChoice,
  searchNumber,
  searchSchema,
  searchText,
} from "#client/lib/search.ts";
import { EVENT_SORTS, ORDER_SORTS } from "#shared/constants/lists.ts";

/** Which orders are shown, as it stands in the address. Whether there is such a state or person is asked later. */
export const orderSearch = searchSchema({
  state: searchText,
  /** The id of the buyer. */
  user: searchText,
  /** The number of the only one, which is opened. */
  order: searchNumber,
  /** The first day on which something was paid for it, where the community is: "2026-12-01". */
  from: searchText,
  sort: searchChoice(ORDER_SORTS),
});
export type OrderSearch = SearchOf<typeof orderSearch>;

/** Which events of Tebex are shown. */
export const inboxSearch = searchSchema({
  state: searchText,
  /** The number of the order that they are about. */
  order: searchNumber,
  /** The first and the last day on which they came, here: "2026-12-01". */
  from: searchText,
  to: searchText,
  sort: searchChoice(EVENT_SORTS),
});
export type InboxSearch = SearchOf<typeof inboxSearch>;
