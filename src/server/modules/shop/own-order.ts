import { and, eq } from "drizzle-orm";
import type { MemberCtx, MemberReader } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { moveOrder, TRANSITIONS } from "#server/modules/orders/index.ts";
import { SHOP } from "#shared/shop-messages.ts";

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

/** One's own order whose basket can still be changed. @throws {AppError} `not_found`, `conflict`. */
export const openOrder = async (ctx: MemberCtx, ident: string): Promise<OwnOrder> => {
  const order = await ownOrder(ctx.read, ident);
  if (order.paidAt !== null) throw new AppError("conflict", SHOP.paidBasket);
  if (order.state === "abandoned")
    await ctx.write((tx) => moveOrder(tx, order, TRANSITIONS.reopened()));
  return order;
};
