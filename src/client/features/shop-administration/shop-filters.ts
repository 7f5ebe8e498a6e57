import { LENGTHS } from "#shared/constants/accounts.ts";
import { EVENT_STATES, ORDER_STATES } from "#shared/constants/shop.ts";
import type { AdminOrderInput, InboxInput } from "#shared/schemas/orders.ts";
import type { InboxSearch, OrderSearch } from "./list-search.ts";

/** What the address says where nothing is narrowed. */
export const EVERY_ORDER: Readonly<Record<keyof OrderSearch, undefined>> = {
  state: undefined,
  user: undefined,
};
export const EVERY_EVENT: Readonly<Record<keyof InboxSearch, undefined>> = {
  state: undefined,
  order: undefined,
};

const idOf = (asked: string | undefined) =>
  asked === undefined || asked === "" || asked.length > LENGTHS.id ? undefined : asked;

/** What the server is asked for: what nobody can ask for is left out of what the address says. */
export const orderInputOf = ({ state, user }: OrderSearch): AdminOrderInput => ({
  state: ORDER_STATES.find((known) => known === state),
  userId: idOf(user),
});

/** The same for the inbox. */
export const inboxInputOf = ({ state, order }: InboxSearch): InboxInput => ({
  state: EVENT_STATES.find((known) => known === state),
  orderId: order,
});

/** Whether a list shows less than everything. */
export const isNarrowed = (input: AdminOrderInput | InboxInput): boolean =>
  Object.values(input).some((value) => value !== undefined);
