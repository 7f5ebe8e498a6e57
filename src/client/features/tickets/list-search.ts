import { z } from "zod/mini";
import { searchText } from "#client/lib/search-choice.ts";

/** What of all tickets a list shows, as it stands in the address. Whether there is such a game or category is asked later. */
export const ticketListSearch = z.object({
  /** Words of the subject. */
  q: searchText,
  game: searchText,
  category: searchText,
  /** An Admin's own tickets only. */
  mine: z.catch(z.optional(z.literal(true)), undefined),
});
export type TicketListSearch = z.infer<typeof ticketListSearch>;
