import {
  type SearchOf,
  searchFlag,
  searchNumber,
  searchSchema,
  searchText,
} from "#client/lib/search.ts";

/** What of all tickets a list shows, as it stands in the address. Whether there is such a game or category is asked later. */
export const ticketListSearch = searchSchema({
  /** Words of the subject. */
  q: searchText,
  game: searchText,
  category: searchText,
  /** An Admin's own tickets only. */
  mine: searchFlag,
  /** For whoever sees all tickets, those that wait for the team only. */
  waiting: searchFlag,
});
export type TicketListSearch = SearchOf<typeof ticketListSearch>;

/** Of the form of a new ticket: the number of the strike that it appeals. */
export const newTicketSearch = searchSchema({ appeal: searchNumber });
