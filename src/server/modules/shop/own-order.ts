import { and, eq, isNull } from "drizzle-orm";
import type { MemberCtx, MemberReader, MemberTx, Tx } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { releaseReservations } from "#server/modules/orders/index.ts";
import type { ShopBasket } from "#server/providers/shop/port.ts";
import { EVENT_PATIENCE_MS } from "#shared/constants/shop.ts";
import { HOUR_MS } from "#shared/constants/time.ts";
import { SHOP } from "#shared/shop-messages.ts";

/** Long enough to pay for a basket that was found again. */
const REOPENED_CHECK_MS = HOUR_MS;

/** The order of a basket; null where it is another member's, or nobody's. */
export const findIdent = async (reader: MemberReader, ident: string) => {
  const { orders: t } = reader.tables;
  const [order] = await reader
    .select({
      id: t.id,
      userId: t.userId,
      state: t.state,
      items: t.items,
      currency: t.currency,
      totalCents: t.totalCents,
      paidAt: t.paidAt,
    })
    .from(t)
    .where(and(eq(t.ident, ident), eq(t.userId, reader.actor.userId)));
  return order ?? null;
};

/**
 * The order of a basket. Another member's basket does not exist [SHOP-07].
 * @throws {AppError} `not_found`.
 */
export const ownOrder = async (reader: MemberReader, ident: string) => {
  const order = await findIdent(reader, ident);
  if (order === null) throw new AppError("not_found", SHOP.unknownBasket);
  return order;
};
export type OwnOrder = Awaited<ReturnType<typeof ownOrder>>;

/**
 * An order that was given up, and that its buyer takes up again, is asked for at Tebex again; in
 * the caller's transaction.
 */
export const reopen = async (tx: MemberTx, { id, userId, state }: OwnOrder): Promise<void> => {
  if (state !== "abandoned") return;
  const { orders } = tx.tables;
  const nextCheckAt = new Date(tx.clock.now().getTime() + REOPENED_CHECK_MS);
  await tx
    .update(orders)
    .set({ state: "open", nextCheckAt })
    .where(and(eq(orders.id, id), eq(orders.state, "abandoned")));
  tx.publish({ type: "orders.changed", userId });
};

/** One's own order whose basket can still be changed. @throws {AppError} `not_found`, `conflict`. */
export const openOrder = async (ctx: MemberCtx, ident: string): Promise<OwnOrder> => {
  const order = await ownOrder(ctx.read, ident);
  if (order.paidAt !== null) throw new AppError("conflict", SHOP.paidBasket);
  if (order.state === "abandoned") await ctx.write((tx) => reopen(tx, order));
  return order;
};

/**
 * Gives an order up that nobody has paid, in the caller's transaction: what its basket had reserved
 * can be put into another one. @returns false where it was paid meanwhile.
 */
export const abandonOrder = async (
  tx: Tx,
  { id, userId }: Pick<OwnOrder, "id" | "userId">,
): Promise<boolean> => {
  const { orders: t } = tx.tables;
  const given = await tx
    .update(t)
    .set({ state: "abandoned", nextCheckAt: null })
    .where(and(eq(t.id, id), isNull(t.paidAt)))
    .returning({ id: t.id });
  if (given.length === 0) return false;
  await releaseReservations(tx, id);
  tx.publish({ type: "orders.changed", userId });
  return true;
};

/**
 * Notes, in the caller's transaction, that Tebex says that an order is paid. That credits nothing:
 * the signed event does [SHOP-15].
 */
export const notePaid = async (
  tx: MemberTx,
  { id, userId }: Pick<OwnOrder, "id" | "userId">,
  { packages }: ShopBasket,
): Promise<void> => {
  const { orders } = tx.tables;
  // What was refused, or left out, was asked for and is not in it.
  const hasPromo = packages.some((one) => one.id === tx.config.community.shop.promoPackage);
  const paidAt = tx.clock.now();
  const nextCheckAt = new Date(paidAt.getTime() + EVENT_PATIENCE_MS);
  const noted = await tx
    .update(orders)
    .set({ state: "paid", paidAt, nextCheckAt, hasPromo })
    .where(and(eq(orders.id, id), isNull(orders.paidAt)))
    .returning({ id: orders.id });
  if (noted.length === 0) return;
  await releaseReservations(tx, id, "promo");
  tx.publish({ type: "orders.changed", userId });
};
