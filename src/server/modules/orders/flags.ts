import { and, eq, inArray } from "drizzle-orm";
import type { Tx } from "#server/context.ts";
import type { FlagKind } from "#shared/constants/shop.ts";

export type NewFlag = {
  kind: FlagKind;
  /** What it is about; with one that was used before nothing happens. */
  reference: string;
  orderId: number | null;
  /** The row of the event that brought it up. */
  eventId: number | null;
  /** The payment that waits for an Admin. */
  paymentId?: number;
  /** One sentence. */
  details: string;
};

/** Notes something that an Admin should look at, in the caller's transaction. @returns if it is new. */
export const raiseFlag = async (tx: Tx, flag: NewFlag): Promise<boolean> => {
  const raised = await tx
    .insert(tx.tables.shopFlags)
    .values({ ...flag, createdAt: tx.clock.now(), isResolved: false })
    .onConflictDoNothing()
    .returning({ id: tx.tables.shopFlags.id });
  tx.publish({ type: "orders.changed", userId: null });
  return raised.length > 0;
};

/** Names that nobody here has made the basket of a payment. */
export const buyerReference = (transactionId: string): string => `buyer:${transactionId}`;

/** Names an event that could not be worked on. */
export const eventReference = (eventId: number): string => `event:${eventId}`;

/** Names that an order is paid, and its event has not come. */
export const unconfirmedReference = (orderId: number): string => `unconfirmed:${orderId}`;

/** Names a payment that waits for an Admin. */
export const paymentReference = (paymentId: number): string => `payment:${paymentId}`;

/** Names that a payment is disputed. */
export const disputeReference = (paymentId: number): string => `dispute:${paymentId}`;

/** Whether something that an event brought up is not settled yet. */
export const isFlagged = async (tx: Tx, eventId: number): Promise<boolean> => {
  const { shopFlags: t } = tx.tables;
  const open = await tx
    .select({ id: t.id })
    .from(t)
    .where(and(eq(t.eventId, eventId), eq(t.isResolved, false)))
    .limit(1);
  return open.length > 0;
};

/** What has been looked at has settled itself, or by an Admin, in the caller's transaction. */
export const settleFlags = async (
  tx: Tx,
  references: readonly string[],
  resolvedBy: string | null = null,
): Promise<void> => {
  if (references.length === 0) return;
  const { shopFlags: t, shopEvents: e } = tx.tables;
  const settled = await tx
    .update(t)
    .set({ isResolved: true, resolvedAt: tx.clock.now(), resolvedBy })
    .where(and(inArray(t.reference, [...references]), eq(t.isResolved, false)))
    .returning({ eventId: t.eventId });
  // An event is marked as long as anything that it brought up is open.
  for (const eventId of new Set(settled.map((flag) => flag.eventId)))
    if (eventId !== null && !(await isFlagged(tx, eventId)))
      await tx
        .update(e)
        .set({ state: "done" })
        .where(and(eq(e.id, eventId), eq(e.state, "flagged")));
};
