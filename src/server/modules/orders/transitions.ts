import { and, eq, inArray } from "drizzle-orm";
import type { MemberTx, Tx } from "#server/context/context.ts";
import type { ShopBasket } from "#server/providers/ports/outside.ts";
import { one, type Tables } from "#server/store/store.ts";
import {
  type EffectKind,
  EVENT_PATIENCE_MS,
  ORDER_STATES,
  type OrderState,
} from "#shared/constants/shop.ts";
import { HOUR_MS, MINUTE_MS } from "#shared/constants/time.ts";
import type { OrderItem } from "#shared/schemas/orders.ts";
import { hasPromo, releaseReservations } from "./baskets.ts";
import { settleFlags, unconfirmedReference } from "./flags.ts";
import type { OrderRow } from "./payments.ts";

/** When Tebex is first asked about a basket of which it has not told us anything. */
const FIRST_CHECK_MS = 2 * MINUTE_MS;
/** Long enough to pay for a basket that was found again. */
const REOPENED_CHECK_MS = HOUR_MS;

type Transition = {
  /** The states from which it is allowed; from any other nothing happens. */
  from: readonly OrderState[];
  writes: (now: Date) => { state: OrderState } & Partial<Tables["orders"]["$inferInsert"]>;
  /** What its basket has reserved, and does not need any more. */
  releases: "nothing" | "promo" | "everything";
};

const after = (from: Date, ms: number) => new Date(from.getTime() + ms);

/** Nobody is known to have paid. */
const UNPAID: readonly OrderState[] = ["open", "abandoned"];

/**
 * Every way in which an order comes from one state to another, with what that writes. It begins
 * `open` (`createOrder`).
 */
export const TRANSITIONS = {
  /** Its buyer takes it up again. */
  reopened: (): Transition => ({
    from: ["abandoned"],
    writes: (now) => ({ state: "open", nextCheckAt: after(now, REOPENED_CHECK_MS) }),
    releases: "nothing",
  }),
  /** Its buyer has closed it, nobody has paid it for days, or Tebex has no basket for it. */
  abandoned: (): Transition => ({
    from: UNPAID,
    writes: () => ({ state: "abandoned", nextCheckAt: null }),
    releases: "everything",
  }),
  /** Tebex calls its basket complete. That credits nothing: the signed event does [SHOP-15]. */
  calledPaid: (hasPromo: boolean): Transition => ({
    from: UNPAID,
    writes: (now) => ({
      state: "paid",
      paidAt: now,
      nextCheckAt: after(now, EVENT_PATIENCE_MS),
      hasPromo,
    }),
    releases: "promo",
  }),
  /** A payment of it was processed: how it stands follows from all of them. */
  settled: (
    state: SettledState,
    order: OrderRow,
    { paidAt, receivedAt, isCredited, totalCents, hasPromo }: OrderSettlement,
  ): Transition => ({
    from: ORDER_STATES,
    writes: (now) => ({
      state,
      paidAt: order.paidAt ?? paidAt,
      receivedAt: order.receivedAt ?? receivedAt,
      creditedAt: order.creditedAt ?? (isCredited ? now : null),
      ...(totalCents !== undefined && { totalCents }),
      ...(hasPromo !== undefined && { hasPromo }),
      nextCheckAt: null,
    }),
    releases: "everything",
  }),
};

/**
 * Brings an order to another state, in the caller's transaction, and tells its buyer and Admins.
 * @returns false where it is in none of the states that this begins with.
 */
export const moveOrder = async (
  tx: Tx,
  { id, userId }: Pick<OrderRow, "id" | "userId">,
  { from, writes, releases }: Transition,
): Promise<boolean> => {
  const { orders: t } = tx.tables;
  const change = writes(tx.clock.now());
  const moved = await tx
    .update(t)
    .set(change)
    .where(and(eq(t.id, id), inArray(t.state, [...from])))
    .returning({ id: t.id });
  if (moved.length === 0) return false;
  if (releases !== "nothing")
    await releaseReservations(tx, id, releases === "promo" ? "promo" : undefined);
  tx.publish({ type: "orders.changed", userId });
  tx.tally("orders", [change.state]);
  return true;
};

/**
 * Makes an order of the member who acts, in the caller's transaction: before its basket, so that
 * whatever Tebex makes of it is bound to something [SHOP-07].
 * @returns its id.
 */
export const createOrder = async (
  tx: MemberTx,
  { items, currency }: { items: readonly OrderItem[]; currency: string },
): Promise<number> => {
  const { orders: t } = tx.tables;
  const createdAt = tx.clock.now();
  const made = await tx
    .insert(t)
    .values({
      userId: tx.actor.userId,
      state: "open",
      items,
      currency,
      hasPromo: hasPromo(tx, items),
      createdAt,
      nextCheckAt: after(createdAt, FIRST_CHECK_MS),
    })
    .returning({ id: t.id });
  tx.tally("orders", ["open"]);
  return one(made).id;
};

/** Notes, in the caller's transaction, that Tebex calls an order's basket complete. */
export const notePaid = (
  tx: Tx,
  order: Pick<OrderRow, "id" | "userId">,
  { packages }: ShopBasket,
): Promise<boolean> => {
  // What was refused, or left out, was asked for and is not in it.
  const present = packages.map(({ id }) => ({ packageId: id }));
  return moveOrder(tx, order, TRANSITIONS.calledPaid(hasPromo(tx, present)));
};

/** How an order stands that was paid. */
type SettledState = Extract<OrderState, "paid" | "disputed" | "refunded">;

type LineState = { isHeld: boolean; kinds: ReadonlySet<EffectKind> };

/** What ends a dispute. */
export const ENDS: readonly EffectKind[] = ["won", "lost", "closed", "refund"];

/** How an order stands, from what has happened to all its lines. */
const orderState = (lines: readonly LineState[]): SettledState => {
  const isDisputed = ({ kinds }: LineState) =>
    kinds.has("dispute") && !ENDS.some((end) => kinds.has(end));
  if (lines.some(isDisputed)) return "disputed";
  if (lines.some(({ isHeld }) => isHeld)) return "paid";
  const isTakenBack = ({ kinds }: LineState) =>
    kinds.has("refund") || kinds.has("lost") || (kinds.has("dispute") && kinds.has("closed"));
  return lines.some(isTakenBack) ? "refunded" : "paid";
};

const lineStates = async (tx: Tx, orderId: number) => {
  const { payments, paymentLines: l, paymentEffects: e } = tx.tables;
  const rows = await tx
    .select({ paymentId: l.paymentId, line: l.line, isHeld: l.isHeld })
    .from(l)
    .innerJoin(payments, eq(payments.id, l.paymentId))
    .where(eq(payments.orderId, orderId));
  const effects = await tx
    .select({ paymentId: e.paymentId, line: e.line, kind: e.kind })
    .from(e)
    .innerJoin(payments, eq(payments.id, e.paymentId))
    .where(eq(payments.orderId, orderId));
  return rows.map(({ paymentId, line, isHeld }) => ({
    isHeld,
    kinds: new Set(
      effects.flatMap((one) =>
        one.paymentId === paymentId && one.line === line ? [one.kind] : [],
      ),
    ),
  }));
};

/** When an order was first said to be paid, when its event came, and what was paid. */
export type OrderSettlement = {
  paidAt: Date;
  /** Null where an Admin says so, and no event. */
  receivedAt: Date | null;
  isCredited: boolean;
  /** Where it is the order's own payment: what it came to, and whether the promo was in it. */
  totalCents?: number;
  hasPromo?: boolean;
};

/** Puts an order to how it stands now, in the caller's transaction, and tells its buyer and Admins. */
export const settleOrder = async (
  tx: Tx,
  order: OrderRow,
  settlement: OrderSettlement,
): Promise<void> => {
  const state = orderState(await lineStates(tx, order.id));
  await moveOrder(tx, order, TRANSITIONS.settled(state, order, settlement));
  if (settlement.isCredited) await settleFlags(tx, [unconfirmedReference(order.id)]);
};
