import { idIn } from "#client/lib/list-filter.ts";
import { EVENT_STATES, ORDER_STATES } from "#shared/constants/shop.ts";
import type { AdminOrderInput, InboxInput } from "#shared/schemas/orders.ts";
import type { InboxSearch, OrderSearch } from "./list-search.ts";

/** What the server is asked for: what nobody can ask for is left out of what the address says. */
export const orderInputOf = ({ state, user }: OrderSearch): AdminOrderInput => ({
  state: ORDER_STATES.find((known) => known === state),
  userId: idIn(user),
});

/** The same for the inbox. */
export const inboxInputOf = ({ state, order }: InboxSearch): InboxInput => ({
  state: EVENT_STATES.find((known) => known === state),
  orderId: order,
});
