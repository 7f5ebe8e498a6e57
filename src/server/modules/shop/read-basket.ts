import { and, eq } from "drizzle-orm";
import type { MemberCtx, MemberReader } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { moveOrder, notePaid, TRANSITIONS } from "#server/modules/orders/index.ts";
import { type ShopApi, type ShopBasket, ShopFailure } from "#server/providers/ports/outside.ts";
import { toCents } from "#shared/rules/lines.ts";
import type { OrderItem } from "#shared/schemas/orders.ts";
import type { Basket, SignInLinks } from "#shared/schemas/shop.ts";
import { SHOP } from "#shared/shop-messages.ts";
import { countItem, shopOf, throwRefusal } from "./index.ts";

/** A basket as Tebex has it. Whom it is bound to is nothing for the wire. */
export const basketWire = ({
  ident,
  isComplete,
  total,
  currency,
  packages,
}: ShopBasket): Basket => ({
  ident,
  complete: isComplete,
  total,
  currency,
  packages: packages.map(({ id, name, quantity, price }) => ({ id, name, quantity, price })),
});

/** The basket of an order that is known to be paid. */
const paidBasket = (
  ident: string,
  order: { items: readonly OrderItem[]; currency: string; totalCents: number | null },
): Basket => {
  const { items, currency, totalCents } = order;
  const sum = items.reduce((total, { price }) => total + toCents(price), 0);
  return {
    ident,
    complete: true,
    total: (totalCents ?? sum) / 100,
    currency,
    packages: items.map(({ packageId, name, quantity, price }) => ({
      id: packageId,
      name,
      quantity,
      price,
    })),
  };
};

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

/** What is being asked, by the basket's ident. */
const asking = new WeakMap<ShopApi, Map<string, Promise<ShopBasket>>>();

/**
 * A basket, as Tebex has it. Whoever asks while somebody else does gets the same answer, so that
 * nobody can have us ask Tebex as often as they ask us.
 * @throws {ShopFailure} as Tebex's API does.
 */
export const askBasket = (api: ShopApi, ident: string): Promise<ShopBasket> => {
  const baskets = asking.get(api) ?? new Map<string, Promise<ShopBasket>>();
  asking.set(api, baskets);
  const present = baskets.get(ident);
  if (present !== undefined) return present;
  const asked = api.basket(ident).finally(() => baskets.delete(ident));
  baskets.set(ident, asked);
  return asked;
};

/**
 * One's own basket. Once we know that it is paid Tebex is not asked; when Tebex says so
 * first, that is noted, and credits nothing [SHOP-15]. One that Tebex has forgotten is given up.
 * @throws {AppError} `not_found`, `bad_gateway`.
 */
export const readBasket = async (
  ctx: MemberCtx,
  { ident }: { ident: string },
): Promise<{ data: Basket }> => {
  const api = shopOf(ctx);
  const order = await ownOrder(ctx.read, ident);
  if (order.paidAt !== null) return { data: paidBasket(ident, order) };
  const basket = await askBasket(api, ident).catch(async (error: unknown) => {
    if (!(error instanceof ShopFailure) || error.reason !== "missing")
      return throwRefusal(ctx)(error);
    await ctx.write((tx) => moveOrder(tx, order, TRANSITIONS.abandoned()));
    throw new AppError("not_found", SHOP.basketGone);
  });
  // One that was closed is empty, and stays so.
  if (basket.packages.length > 0 && order.state === "abandoned")
    await ctx.write((tx) => moveOrder(tx, order, TRANSITIONS.reopened()));
  if (basket.isComplete) await ctx.write((tx) => notePaid(tx, order, basket));
  return { data: basketWire(basket) };
};

/** Where Tebex leads back to: a page of the server that closes its window. */
const RETURN_PATH = "/auth/tebex/return";

/**
 * Where the buyer signs in at Tebex; empty where nobody has to.
 * @throws {AppError} `not_found`, `conflict` for a basket that is paid,
 *   `too_many_requests`, `bad_gateway`.
 */
export const listSignInLinks = async (
  ctx: MemberCtx,
  { ident }: { ident: string },
): Promise<SignInLinks> => {
  const api = shopOf(ctx);
  await openOrder(ctx, ident);
  await countItem(ctx);
  const links = await api
    .signInLinks(ident, `${ctx.config.publicUrl}${RETURN_PATH}`)
    .catch(throwRefusal(ctx));
  return links.map(({ name, url }) => ({ name, url }));
};
