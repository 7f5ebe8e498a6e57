import { z } from "zod/mini";
import { searchText } from "#client/lib/search-choice.ts";

/** Which orders are shown, as it stands in the address. Whether there is such a state or person is asked later. */
export const orderSearch = z.object({
  state: searchText,
  /** The id of the buyer. */
  user: searchText,
});
export type OrderSearch = z.infer<typeof orderSearch>;

/** Which events of Tebex are shown. */
export const inboxSearch = z.object({
  state: searchText,
  /** The number of the order that they are about. */
  order: z.catch(z.optional(z.int().check(z.positive())), undefined),
});
export type InboxSearch = z.infer<typeof inboxSearch>;
