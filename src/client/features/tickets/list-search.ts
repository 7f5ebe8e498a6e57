import { z } from "zod/mini";

const LONGEST = 100;
const word = z.catch(z.optional(z.string().check(z.maxLength(LONGEST))), undefined);

/** What of all tickets a list shows, as it stands in the address. Whether there is such a game or category is asked later. */
export const ticketListSearch = z.object({
  /** Words of the subject. */
  q: word,
  game: word,
  category: word,
  /** An Admin's own tickets only. */
  mine: z.catch(z.optional(z.literal(true)), undefined),
});
export type TicketListSearch = z.infer<typeof ticketListSearch>;
