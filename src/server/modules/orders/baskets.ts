import { setTimeout as sleep } from "node:timers/promises";
import { and, desc, eq, gt, isNotNull, isNull, lt, lte, ne, or } from "drizzle-orm";
import type { Ctx, MemberTx, RequestCtx, Tx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { type ShopApi, type ShopBasket, ShopFailure } from "#server/providers/ports/outside.ts";
import type { Reader, Tables } from "#server/store/store.ts";
import { PROMO, PROMO_COOLDOWN_DAYS } from "#shared/constants/shop.ts";
import { DAY_MS } from "#shared/constants/time.ts";
import type { OrderItem } from "#shared/schemas/orders.ts";
import { SHOP } from "#shared/shop-messages.ts";
import type { OrderRow, PaymentRow } from "./payments.ts";

/** So long after it was received the promo cannot be had again [SHOP-08]. */
const PROMO_MS = PROMO_COOLDOWN_DAYS * DAY_MS;

/** Whether another order of the member brought the promo less than 31 days before or after. */
const hasOtherPromo = async (tx: Tx, { id, userId }: OrderRow, at: Date): Promise<boolean> => {
  const { orders: t } = tx.tables;
  const around = and(
    gt(t.paidAt, new Date(at.getTime() - PROMO_MS)),
    lt(t.paidAt, new Date(at.getTime() + PROMO_MS)),
  );
  const others = await tx
    .select({ id: t.id })
    .from(t)
    .where(
      and(
        eq(t.userId, userId),
        eq(t.hasPromo, true),
        around,
        ne(t.id, id),
        isNotNull(t.creditedAt),
      ),
    )
    .limit(1);
  return others.length > 0;
};

const lastReceivedPromo = async (reader: Reader, userId: string): Promise<Date | null> => {
  const { users } = reader.tables;
  const [buyer] = await reader
    .select({ at: users.promoReceivedAt })
    .from(users)
    .where(eq(users.id, userId));
  return buyer?.at ?? null;
};

/** Whether the member received the promo with something else less than 31 days before or after. */
export const isPromoTooSoon = async (
  tx: Tx,
  order: OrderRow,
  payment: PaymentRow,
): Promise<boolean> => {
  const at = order.paidAt ?? payment.paidAt;
  const last = await lastReceivedPromo(tx, order.userId);
  const isTooSoon =
    last !== null &&
    last.getTime() !== at.getTime() &&
    Math.abs(at.getTime() - last.getTime()) < PROMO_MS;
  // One that was received in the same second is told by its order alone.
  return isTooSoon || (await hasOtherPromo(tx, order, at));
};

/** When a member last paid for an order with the promo; null for never. */
export const lastPaidPromo = async (reader: Reader, userId: string): Promise<Date | null> => {
  const { orders } = reader.tables;
  const [last] = await reader
    .select({ paidAt: orders.paidAt })
    .from(orders)
    .where(and(eq(orders.userId, userId), eq(orders.hasPromo, true), isNotNull(orders.paidAt)))
    .orderBy(desc(orders.paidAt))
    .limit(1);
  return last?.paidAt ?? null;
};

/** When a member can have the promo again; null for one who never had it. */
export const promoAgainAt = async (reader: Reader, userId: string): Promise<Date | null> => {
  const received = await lastReceivedPromo(reader, userId);
  const paid = await lastPaidPromo(reader, userId);
  const lastMs = Math.max(received?.getTime() ?? 0, paid?.getTime() ?? 0);
  return lastMs === 0 ? null : new Date(lastMs + PROMO_MS);
};

/**
 * What a package is of which a member has one open basket at a time: the promo, or a tier by its key;
 * null for any other package.
 */
export const reservedOf = (
  { config: { community } }: Pick<RequestCtx, "config">,
  packageId: number,
): string | null => {
  const { promoPackage, packages } = community.shop;
  if (packageId === promoPackage) return PROMO;
  return packages.find(({ id }) => id === packageId)?.tier ?? null;
};

/** Whether the promo is among these packages. */
export const hasPromo = (
  known: Pick<RequestCtx, "config">,
  items: readonly { packageId: number }[],
): boolean => items.some(({ packageId }) => reservedOf(known, packageId) === PROMO);

/** The orders in whose open baskets a member has something that can be in one alone. */
export const findReservations = async (
  reader: Reader,
  userId: string,
): Promise<ReadonlyMap<string, number>> => {
  const { basketReservations: t } = reader.tables;
  const rows = await reader
    .select({ what: t.what, orderId: t.orderId })
    .from(t)
    .where(eq(t.userId, userId));
  return new Map(rows.map(({ what, orderId }) => [what, orderId]));
};

/** Notes, in the caller's transaction, in whose basket it is; what is there already stays. */
export const reserve = async (
  tx: Tx,
  given: { userId: string; what: string; orderId: number },
): Promise<void> => {
  await tx
    .insert(tx.tables.basketReservations)
    .values({ ...given, createdAt: tx.clock.now() })
    .onConflictDoNothing();
};

/** Lets go, in the caller's transaction, what an order's basket has: one thing, or everything. */
export const releaseReservations = async (
  tx: Tx,
  orderId: number,
  what?: string,
): Promise<void> => {
  const { basketReservations: t } = tx.tables;
  const isIt = what === undefined ? undefined : eq(t.what, what);
  await tx.delete(t).where(and(eq(t.orderId, orderId), isIt));
};

/** What an order's basket has reserved. */
export const reservedBy = async (reader: Reader, orderId: number): Promise<readonly string[]> => {
  const { basketReservations: t } = reader.tables;
  const rows = await reader.select({ what: t.what }).from(t).where(eq(t.orderId, orderId));
  return rows.map(({ what }) => what);
};

/** Longer than a basket is looked at and changed, each with the deadline of a call to Tebex. */
const CLAIM_MS = 30_000;
const RETRY_MS = 100;
/** So often another instance is waited for, before the buyer is told to come back. */
const RETRIES = 150;

const claim = ({ tables, write, clock }: Ctx, orderId: number, by: string): Promise<boolean> => {
  const { orders: t } = tables;
  const now = clock.now();
  return write(async (tx) => {
    const isFree = or(isNull(t.claimedUntil), lte(t.claimedUntil, now));
    const claimed = await tx
      .update(t)
      .set({ claimedBy: by, claimedUntil: new Date(now.getTime() + CLAIM_MS) })
      .where(and(eq(t.id, orderId), isFree))
      .returning({ id: t.id });
    return claimed.length > 0;
  });
};

const release = ({ tables, write }: Ctx, orderId: number, by: string): Promise<void> => {
  const { orders: t } = tables;
  return write(async (tx) => {
    await tx
      .update(t)
      .set({ claimedBy: null, claimedUntil: null })
      .where(and(eq(t.id, orderId), eq(t.claimedBy, by)));
  });
};

/** Who waits for whom in this process, by order: so that they need not ask the database about it. */
const queues = new WeakMap<Tables, Map<number, Promise<void>>>();

const claimInTime = async (turn: Ctx, orderId: number, by: string): Promise<void> => {
  for (let tried = 0; tried < RETRIES; tried += 1) {
    if (await claim(turn, orderId, by)) return;
    await sleep(RETRY_MS);
  }
  throw new AppError("conflict", SHOP.basketBusy);
};

/**
 * Lets those who change the basket of one order do so one after the other, on whatever instance: two
 * tabs would both see it empty. Who holds the turn and dies loses it after half a minute.
 * @throws {AppError} `conflict` where another instance takes too long; whatever `work` throws.
 */
export const inTurn = async <T>(turn: Ctx, orderId: number, work: () => Promise<T>): Promise<T> => {
  const queue = queues.get(turn.tables) ?? new Map<number, Promise<void>>();
  queues.set(turn.tables, queue);
  const before = queue.get(orderId);
  const { promise, resolve } = Promise.withResolvers<void>();
  queue.set(orderId, promise);
  const by = crypto.randomUUID();
  try {
    await before;
    await claimInTime(turn, orderId, by);
    try {
      return await work();
    } finally {
      await release(turn, orderId, by);
    }
  } finally {
    if (queue.get(orderId) === promise) queue.delete(orderId);
    resolve();
  }
};

/** A basket; null where Tebex does not know it any more. @throws {ShopFailure} */
export const findBasket = (api: ShopApi, ident: string): Promise<ShopBasket | null> =>
  api.basket(ident).catch((error: unknown) => {
    if (error instanceof ShopFailure && error.reason === "missing") return null;
    throw error;
  });

/**
 * Takes out of a basket at Tebex what is not to be bought any more, or less of it.
 * @param kept what may stay.
 * @returns the basket as it is then. @throws {ShopFailure}
 */
export const takeOut = async (
  api: ShopApi,
  basket: ShopBasket,
  kept: readonly Pick<OrderItem, "packageId" | "quantity">[],
): Promise<ShopBasket> => {
  const mayStay = new Map(kept.map(({ packageId, quantity }) => [packageId, quantity]));
  let present = basket;
  for (const { id, quantity } of basket.packages)
    if (quantity > (mayStay.get(id) ?? 0)) present = await api.removePackage(basket.ident, id);
  return present;
};

/** Notes, in the caller's transaction, what Tebex calls the basket of a member's own order. */
export const nameBasket = async (
  tx: MemberTx,
  { orderId, ident }: { orderId: number; ident: string },
): Promise<void> => {
  const { orders: t } = tx.tables;
  await tx.update(t).set({ ident }).where(eq(t.id, orderId));
  tx.publish({ type: "orders.changed", userId: tx.actor.userId });
};

/**
 * From now on a member's own order asks for these, in the caller's transaction; what it had reserved
 * besides is let go.
 * @throws {AppError} `conflict` where it is paid.
 */
export const changeItems = async (
  tx: MemberTx,
  orderId: number,
  { items, currency }: { items: readonly OrderItem[]; currency: string },
): Promise<void> => {
  const { orders: t } = tx.tables;
  const written = await tx
    .update(t)
    .set({ items, currency, hasPromo: hasPromo(tx, items) })
    .where(and(eq(t.id, orderId), isNull(t.paidAt)))
    .returning({ id: t.id });
  if (written.length === 0) throw new AppError("conflict", SHOP.paidBasket);
  const kept = new Set(items.map(({ packageId }) => reservedOf(tx, packageId)));
  for (const what of await reservedBy(tx, orderId))
    if (!kept.has(what)) await releaseReservations(tx, orderId, what);
  tx.publish({ type: "orders.changed", userId: tx.actor.userId });
};
