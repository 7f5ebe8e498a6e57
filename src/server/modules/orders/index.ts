import { and, asc, eq, inArray, isNull, lte } from "drizzle-orm";
import type { Ctx, Tx } from "#server/context/context.ts";
import { errorFields } from "#server/core/log.ts";
import { moveGivenTiers } from "#server/modules/members/index.ts";
import { notifyTeam } from "#server/modules/notifications/index.ts";
import type { ShopBasket } from "#server/providers/ports/outside.ts";
import type { Reader } from "#server/store/store.ts";
import { storeTroubleOf } from "#server/store/trouble.ts";
import { adminOrderPath, EVENT_PATIENCE_MS } from "#shared/constants/shop.ts";
import { DAY_MS, MINUTE_MS } from "#shared/constants/time.ts";
import { ORDER_ALARMS } from "#shared/shop-admin-messages.ts";
import { findBasket, inTurn, reservedBy, reservedOf, takeOut } from "./baskets.ts";
import { raiseFlag, unconfirmedReference } from "./flags.ts";
import { settleTier } from "./subscriptions.ts";
import { moveOrder, notePaid, TRANSITIONS } from "./transitions.ts";

export {
  changeItems,
  findBasket,
  findReservations,
  inTurn,
  lastPaidPromo,
  nameBasket,
  promoAgainAt,
  releaseReservations,
  reserve,
  reservedOf,
  takeOut,
} from "./baskets.ts";
export { grantTier, grantTierIn } from "./subscriptions.ts";
export { processInbox, readInbox, receiveEvent } from "./events.ts";
export { createOrder, moveOrder, notePaid, TRANSITIONS } from "./transitions.ts";

const SLICE = 20;
/** A basket that nobody paid for so long is not asked for any more. */
const KEPT_MS = 3 * DAY_MS;
const SHORTEST_WAIT_MS = 2 * MINUTE_MS;

const dueOrders = (reader: Reader, now: Date) => {
  const { orders: t } = reader.tables;
  return reader
    .select({
      id: t.id,
      userId: t.userId,
      ident: t.ident,
      createdAt: t.createdAt,
      paidAt: t.paidAt,
    })
    .from(t)
    .where(lte(t.nextCheckAt, now))
    .orderBy(asc(t.nextCheckAt), asc(t.id))
    .limit(SLICE);
};
type Due = Awaited<ReturnType<typeof dueOrders>>[number];

/** The older a basket is, the more rarely it is asked for. */
const waitMs = ({ createdAt }: Due, now: Date) =>
  Math.min(DAY_MS, Math.max(SHORTEST_WAIT_MS, (now.getTime() - createdAt.getTime()) / 2));

/** Says when Tebex is asked about an order next. @returns false where its event was quicker. */
const schedule = async (
  tx: Tx,
  { id, paidAt }: Due,
  { nextCheckAt }: { nextCheckAt: Date | null },
): Promise<boolean> => {
  const { orders: t } = tx.tables;
  // Its buyer may have paid while Tebex was asked.
  const isAsSeen = paidAt === null ? isNull(t.paidAt) : undefined;
  const scheduled = await tx
    .update(t)
    .set({ nextCheckAt })
    .where(and(eq(t.id, id), isNull(t.receivedAt), isNull(t.creditedAt), isAsSeen))
    .returning({ id: t.id });
  return scheduled.length > 0;
};
const checkAt = (ctx: Ctx, order: Due, nextCheckAt: Date): Promise<boolean> =>
  ctx.write((tx) => schedule(tx, order, { nextCheckAt }));

/** Tebex said that it is paid, and never told us of what. */
const flagUnconfirmed = async (ctx: Ctx, order: Due): Promise<void> => {
  const details = ORDER_ALARMS.unconfirmed;
  await ctx.write(async (tx) => {
    if (!(await schedule(tx, order, { nextCheckAt: null }))) return;
    const reference = unconfirmedReference(order.id);
    const about = { orderId: order.id, eventId: null, details };
    await raiseFlag(tx, { kind: "unconfirmed", reference, ...about });
    const subject = ORDER_ALARMS.waiting(order.id);
    await notifyTeam(tx, "orders", { subject, message: details, link: adminOrderPath(order.id) });
  });
};

/** Its basket; null where Tebex does not know it any more, or was never asked for one. */
const basketOf = async ({ shop, log }: Ctx, { id, ident }: Due) => {
  if (shop === null || ident === null) return null;
  const basket = await findBasket(shop, ident);
  // Nor can it be paid any more.
  if (basket === null) log.info("order.basket_gone", { orderId: id });
  return basket;
};

/**
 * Gives an order up that nobody has paid for days. What it has reserved is taken out of its basket
 * first: the basket can still be paid, and another one may have it from now on.
 */
const giveUp = async (ctx: Ctx, order: Due, basket: ShopBasket | null): Promise<void> => {
  const { shop } = ctx;
  const reserved = new Set(await reservedBy(ctx.read, order.id));
  const isFree = (packageId: number) => {
    const what = reservedOf(ctx, packageId);
    return what === null || !reserved.has(what);
  };
  if (shop !== null && basket !== null) {
    const kept = basket.packages.filter(({ id }) => isFree(id));
    await takeOut(
      shop,
      basket,
      kept.map(({ id, quantity }) => ({ packageId: id, quantity })),
    );
  }
  await ctx.write((tx) => moveOrder(tx, order, TRANSITIONS.abandoned()));
};

/** Asks Tebex how the basket of an order stands that nobody is known to have paid. */
const lookAt = async (ctx: Ctx, order: Due, isOld: boolean): Promise<void> => {
  const basket = await basketOf(ctx, order);
  const now = ctx.clock.now();
  if (basket?.isComplete === true) await ctx.write((tx) => notePaid(tx, order, basket));
  else if (isOld) await giveUp(ctx, order, basket);
  else await checkAt(ctx, order, new Date(now.getTime() + waitMs(order, now)));
};

const checkOne = async (ctx: Ctx, order: Due): Promise<void> => {
  const now = ctx.clock.now();
  if (order.paidAt !== null) {
    const patience = new Date(order.paidAt.getTime() + EVENT_PATIENCE_MS);
    if (patience <= now) await flagUnconfirmed(ctx, order);
    else await checkAt(ctx, order, patience);
    return;
  }
  const isOld = now.getTime() - order.createdAt.getTime() > KEPT_MS;
  // Its buyer may fill it, and pay, while its turn is waited for: what Tebex said before is too old.
  if (isOld) await inTurn(ctx, order.id, () => lookAt(ctx, order, isOld));
  else await lookAt(ctx, order, isOld);
};

/**
 * Asks Tebex about baskets whose event never came. What it says is shown to the buyer and, after
 * a while without the event, to Admins; points are given by events and Admins alone [PAY-06].
 */
export const checkOrders = async (ctx: Ctx, signal: AbortSignal): Promise<void> => {
  const { clock, log } = ctx;
  for (const order of await dueOrders(ctx.read, clock.now())) {
    if (signal.aborted) return;
    try {
      await checkOne(ctx, order);
    } catch (error) {
      if (storeTroubleOf(error) !== null) throw error;
      // A Tebex that does not answer is asked again in its turn.
      log.warn("order.not_checked", { orderId: order.id, ...errorFields(error) });
      const nextCheckAt = new Date(clock.now().getTime() + waitMs(order, clock.now()));
      await checkAt(ctx, order, nextCheckAt);
    }
  }
};

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
