import { and, eq, inArray } from "drizzle-orm";
import type { FlagKind } from "#shared/constants/shop.ts";
import type { Clock } from "#server/clock.ts";
import type { Store, Tx } from "#server/store/store.ts";

export type NewFlag = {
  kind: FlagKind;
  /** What it is about; with one that was used before nothing happens. */
  reference: string;
  orderId: number | null;
  /** The row of the event that brought it up. */
  eventId: number | null;
  /** One sentence. */
  details: string;
};

/** Notes something that an Admin should look at, in the caller's transaction. */
export const raiseFlag = async (
  { tables }: Store,
  tx: Tx,
  clock: Clock,
  flag: NewFlag,
): Promise<void> => {
  await tx
    .insert(tables.shopFlags)
    .values({ ...flag, createdAt: clock.now(), isResolved: false })
    .onConflictDoNothing();
  tx.publish({ type: "orders.changed", userId: null });
};

/** Names that nobody here has made the basket of a payment. */
export const buyerReference = (transactionId: string): string => `buyer:${transactionId}`;

/** Names an event that could not be worked on. */
export const eventReference = (eventId: number): string => `event:${eventId}`;

/** Names that an order is paid, and its event has not come. */
export const unconfirmedReference = (orderId: number): string => `unconfirmed:${orderId}`;

/** What was to be looked at has settled itself, in the caller's transaction. */
export const settleFlags = async (
  { tables: { shopFlags: t } }: Store,
  tx: Tx,
  clock: Clock,
  references: readonly string[],
): Promise<void> => {
  if (references.length === 0) return;
  await tx
    .update(t)
    .set({ isResolved: true, resolvedAt: clock.now() })
    .where(and(inArray(t.reference, [...references]), eq(t.isResolved, false)));
};
