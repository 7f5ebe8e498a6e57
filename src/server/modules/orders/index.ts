import { eq, inArray, and } from "drizzle-orm";
import type { Tx } from "#server/context/context.ts";
import { moveGivenTiers } from "#server/modules/members/index.ts";
import { settleTier } from "./tiers.ts";

export { COUNTED_EVENTS } from "./apply-event.ts";
export { changeItems, findBasket, inTurn, nameBasket, takeOut } from "./baskets.ts";
export { checkOrders } from "./check.ts";
export { grantTier, grantTierIn } from "./tiers.ts";
export { lastPaidPromo, promoAgainAt } from "./promo.ts";
export { receiveEvent } from "./receive-event.ts";
export { processInbox } from "./process-event.ts";
export { findReservations, releaseReservations, reserve, reservedOf } from "./reservations.ts";
export { createOrder, moveOrder, notePaid, TRANSITIONS } from "./transitions.ts";
export { readInbox } from "./read-inbox.ts";

/**
 * Makes orders, payments and subscriptions of one account those of another, in the caller's transaction;
 * tiers last as long as all that was paid for them says.
 */
export const moveOrders = async (
  tx: Tx,
  { from, to }: { from: string; to: string },
): Promise<void> => {
  const { orders, payments, subscriptions, basketReservations: held } = tx.tables;
  await tx.update(orders).set({ userId: to }).where(eq(orders.userId, from));
  await tx.update(payments).set({ userId: to }).where(eq(payments.userId, from));
  await tx.update(subscriptions).set({ userId: to }).where(eq(subscriptions.userId, from));
  const own = await tx.select({ what: held.what }).from(held).where(eq(held.userId, to));
  const both = own.map(({ what }) => what);
  if (both.length > 0)
    await tx.delete(held).where(and(eq(held.userId, from), inArray(held.what, both)));
  await tx.update(held).set({ userId: to }).where(eq(held.userId, from));
  for (const tier of await moveGivenTiers(tx, { from, to }))
    await settleTier(tx, { userId: to, tier });
  tx.publish({ type: "orders.changed", userId: to });
};
