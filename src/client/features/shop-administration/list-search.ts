import { z } from "zod/mini";

const LONGEST = 100;
const word = z.catch(z.optional(z.string().check(z.maxLength(LONGEST))), undefined);

/** Which orders are shown, as it stands in the address. Whether there is such a state or person is asked later. */
export const orderSearch = z.object({
  state: word,
  /** The id of the buyer. */
  user: word,
});
export type OrderSearch = z.infer<typeof orderSearch>;

/** Which events of the store are shown. */
export const inboxSearch = z.object({
  state: word,
  /** The number of the order that they are about. */
  order: z.catch(z.optional(z.int().check(z.positive())), undefined),
});
export type InboxSearch = z.infer<typeof inboxSearch>;
