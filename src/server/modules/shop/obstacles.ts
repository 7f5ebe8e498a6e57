import { and, eq, gt } from "drizzle-orm";
import type { MemberCtx, MemberReader } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { readCatalogue } from "#server/modules/catalogue/index.ts";
import { noteReceivedPromo } from "#server/modules/members/index.ts";
import {
  findReservations,
  lastPaidPromo,
  promoAgainAt,
  reservedOf,
} from "#server/modules/orders/index.ts";
import { PROMO, TIER_AGAIN_DAYS } from "#shared/constants/shop.ts";
import { DAY_MS } from "#shared/constants/time.ts";
import { dateFormat } from "#shared/rules/format.ts";
import type { Obstacle } from "#shared/schemas/shop.ts";
import { inOtherBasket, promoAgain, SHOP, tierRenews, tierRuns } from "#shared/shop-messages.ts";
import { shopOf } from "./index.ts";
import { findIdent } from "./read-basket.ts";

/**
 * Says that the promo of a paid order was received [SHOP-09]. The order's event says the same, and
 * it does not matter which of the two comes first.
 * @throws {AppError} `bad_request` for another package, `conflict` where no such order is paid.
 */
export const claimPromo = async (
  ctx: MemberCtx,
  { packageId }: { packageId: number },
): Promise<string> => {
  const { config, actor } = ctx;
  shopOf(ctx);
  if (packageId !== config.community.shop.promoPackage)
    throw new AppError("bad_request", SHOP.notPromo);
  await ctx.write(async (tx) => {
    const paidAt = await lastPaidPromo(tx, actor.userId);
    if (paidAt === null) throw new AppError("conflict", SHOP.noPaidPromo);
    await noteReceivedPromo(tx, { userId: actor.userId, at: paidAt });
  });
  return SHOP.promoClaimed;
};

/** When the member last received the promo [SHOP-09]. */
export const readPromoStatus = (ctx: MemberCtx): { promoReceivedDate: string | null } => {
  shopOf(ctx);
  return { promoReceivedDate: ctx.actor.user.promoReceivedAt?.toISOString() ?? null };
};

type Found = Omit<Obstacle, "packageId">;
type Asked = { packageId: number; name: string };

/** The tiers that run, by when they end, and which of them a subscription renews. */
const findTiers = async (reader: MemberReader) => {
  const { memberships: m, subscriptions: s } = reader.tables;
  const running = await reader
    .select({ tier: m.tier, endsAt: m.endsAt })
    .from(m)
    .where(and(eq(m.userId, reader.actor.userId), gt(m.endsAt, reader.clock.now())));
  const renewing = await reader
    .select({ tier: s.tier })
    .from(s)
    .where(and(eq(s.userId, reader.actor.userId), eq(s.state, "active")));
  return {
    ends: new Map(running.map(({ tier, endsAt }) => [tier, endsAt])),
    renewing: new Set(renewing.map(({ tier }) => tier)),
  };
};

/**
 * What keeps a member from buying packages now: the promo had lately, a tier that runs, and what is
 * in another open basket of theirs.
 * @param reader the transaction where the answer has to hold.
 * @param orderId whose basket is meant; what is in that one is no obstacle. Null for a new one.
 */
export const findObstacles = async (
  reader: MemberReader,
  orderId: number | null,
): Promise<(asked: Asked) => Found | null> => {
  const { clock, config, actor } = reader;
  const { timezone: timeZone } = config.community;
  const format = dateFormat({ dateStyle: "long", timeZone });
  const nowMs = clock.now().getTime();
  const promoAt = await promoAgainAt(reader, actor.userId);
  const tiers = await findTiers(reader);
  const reserved = await findReservations(reader, actor.userId);

  const ofTier = (tier: string, name: string): Found | null => {
    const end = tiers.ends.get(tier);
    if (end === undefined) return null;
    const about = { error: "already_subscribed", orderId: null } as const;
    const day = format(end);
    if (tiers.renewing.has(tier)) return { ...about, message: tierRenews(name, day) };
    const fromMs = end.getTime() - TIER_AGAIN_DAYS * DAY_MS;
    return nowMs >= fromMs ? null : { ...about, message: tierRuns(name, day, format(fromMs)) };
  };

  return ({ packageId, name }) => {
    const what = reservedOf(reader, packageId);
    if (what === null) return null;
    if (what === PROMO && promoAt !== null && nowMs < promoAt.getTime())
      return {
        error: "limit_reached",
        message: promoAgain(format(promoAt)),
        orderId: null,
      };
    const running = what === PROMO ? null : ofTier(what, name);
    if (running !== null) return running;
    const holder = reserved.get(what) ?? null;
    if (holder === null || holder === orderId) return null;
    return { error: "limit_reached", message: inOtherBasket(name, holder), orderId: holder };
  };
};

/** What an obstacle is to whoever buys nevertheless. */
export const refusalOf = ({ error, message }: Found): AppError => new AppError(error, message);

/**
 * Sees to it that no tier that runs is bought again, before anybody has signed in for it.
 * @throws {AppError} `already_subscribed`.
 */
export const assertNotSubscribed = async (
  reader: MemberReader,
  items: readonly Asked[],
  orderId: number | null,
): Promise<void> => {
  const obstacleOf = await findObstacles(reader, orderId);
  for (const item of items) {
    const obstacle = obstacleOf(item);
    if (obstacle?.error === "already_subscribed") throw refusalOf(obstacle);
  }
};

/**
 * What the member cannot buy now, and why: the server refuses it in the same words.
 * @param input.ident the basket that is being filled, whose own things are no obstacle.
 */
export const listObstacles = async (
  ctx: MemberCtx,
  { ident }: { ident?: string | null | undefined },
): Promise<Obstacle[]> => {
  shopOf(ctx);
  const order = ident == null ? null : await findIdent(ctx.read, ident);
  const { packages = [] } = (await readCatalogue(ctx.read)) ?? {};
  const obstacleOf = await findObstacles(ctx.read, order?.id ?? null);
  return packages.flatMap(({ id, name }) => {
    const found = obstacleOf({ packageId: id, name });
    return found === null ? [] : [Object.assign(found, { packageId: id })];
  });
};
