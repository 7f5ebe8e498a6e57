import { and, eq, inArray } from "drizzle-orm";
import { noteRead } from "#server/access/audit-notes.ts";
import { assertMay } from "#server/access/rights.ts";
import type { MemberCtx, Tx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { announce } from "#server/modules/webhooks/index.ts";
import { keyset } from "#server/store/cursor.ts";
import type { Tables } from "#server/store/store.ts";
import { COUNT_MAX, PAGE_SIZE } from "#shared/constants/lists.ts";
import type { FlagKind } from "#shared/constants/shop.ts";
import type { Page } from "#shared/schemas/lists.ts";
import type { Flag, FlagInput } from "#shared/schemas/orders.ts";
import { ORDERS } from "#shared/shop-messages.ts";
import { WEBHOOK_TELLS } from "#shared/webhook-messages.ts";

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
  if (raised.length > 0)
    await announce(tx, "order.flagged", {
      title: WEBHOOK_TELLS.orderFlagged,
      text: flag.details,
      path: "/member/admin/orders",
      data: { kind: flag.kind, orderId: flag.orderId },
    });
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

/** Names what a payment brings that is given by hand. */
export const benefitsReference = (paymentId: number): string => `benefits:${paymentId}`;

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

type FlagRow = Tables["shopFlags"]["$inferSelect"];

/** A flag as Admins see it. */
export const toFlag = (row: FlagRow): Flag => ({
  id: row.id,
  kind: row.kind,
  orderId: row.orderId,
  eventId: row.eventId,
  paymentId: row.paymentId,
  details: row.details,
  createdAt: row.createdAt.toISOString(),
  resolvedAt: row.resolvedAt?.toISOString() ?? null,
  resolvedBy: row.resolvedBy,
});

/**
 * What an Admin should look at, or has looked at, newest first.
 * @throws {AppError} `bad_request` for a cursor of another list.
 */
export const listFlags = async (
  ctx: MemberCtx,
  { isResolved, orderId, cursor, limit = PAGE_SIZE }: FlagInput,
): Promise<Page<Flag>> => {
  await noteRead(ctx, { action: "shop_flags.listed", subject: null });
  const { shopFlags: t } = ctx.tables;
  const list = keyset({ id: t.id });
  const isAbout = orderId === undefined ? undefined : eq(t.orderId, orderId);
  const rows = await ctx.read
    .select()
    .from(t)
    .where(and(eq(t.isResolved, isResolved), isAbout, list.before(cursor)))
    .orderBy(...list.order)
    .limit(limit + 1);
  const { shown, nextCursor } = list.page(rows, limit);
  return {
    items: shown.map(toFlag),
    nextCursor,
  };
};

/**
 * Notes that an Admin has looked at something. What is settled already stays as it is.
 * @returns the sentence to show.
 * @throws {AppError} `not_found`.
 */
export const resolveFlag = async (ctx: MemberCtx, { id }: { id: number }): Promise<string> => {
  const { actor } = ctx;
  const { shopFlags: t } = ctx.tables;
  await ctx.write(async (tx) => {
    const [found] = await tx
      .select({ isResolved: t.isResolved, reference: t.reference })
      .from(t)
      .where(eq(t.id, id));
    if (found === undefined) throw new AppError("not_found", ORDERS.unknownFlag);
    if (found.isResolved) return;
    await assertMay(tx, "orders");
    await settleFlags(tx, [found.reference], actor.userId);
    await tx.audit({ action: "order.flag_resolved", subject: null, after: { flagId: id } });
    tx.publish({ type: "orders.changed", userId: null });
  });
  return ORDERS.resolved;
};

/** How much waits for an Admin: what is not settled, and events not worked on; both up to 100. */
export const countTrouble = async ({
  tables,
  read,
}: MemberCtx): Promise<{ flags: number; waiting: number }> => {
  const { shopFlags: f, shopEvents: e } = tables;
  const [flags, waiting] = await Promise.all([
    read.select({ id: f.id }).from(f).where(eq(f.isResolved, false)).limit(COUNT_MAX),
    read.select({ id: e.id }).from(e).where(eq(e.state, "waiting")).limit(COUNT_MAX),
  ]);
  return { flags: flags.length, waiting: waiting.length };
};
