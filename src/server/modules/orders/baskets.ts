import { setTimeout as sleep } from "node:timers/promises";
import { and, eq, isNull, lte, or } from "drizzle-orm";
import type { Ctx } from "#server/context/context.ts";
import type { MemberTx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { type ShopApi, type ShopBasket, ShopFailure } from "#server/providers/shop/port.ts";
import type { Tables } from "#server/store/store.ts";
import type { OrderItem } from "#shared/schemas/orders.ts";
import { SHOP } from "#shared/shop-messages.ts";
import { hasPromo, releaseReservations, reservedBy, reservedOf } from "./reservations.ts";

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
