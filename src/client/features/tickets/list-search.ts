import { type SearchOf, searchFlag, searchSchema, searchText } from "#client/lib/search.ts";

/** What of all tickets a list shows, as it stands in the address. Whether there is such a game or category is asked later. */
export const ticketListSearch = searchSchema({
  /** Words of the subject. */
  q: searchText,
  game: searchText,
  category: searchText,
  /** An Admin's own tickets only. */
  mine: searchFlag,
});
export type TicketListSearch = SearchOf<typeof ticketListSearch>;
