import { and, desc, eq, isNotNull } from "drizzle-orm";
import type { MemberContext } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import type { Reader } from "#server/store/store.ts";
import { PROMO_COOLDOWN_DAYS } from "#shared/constants/shop.ts";
import { promoAgain } from "#shared/shop-messages.ts";

const DAY_MS = 24 * 60 * 60_000;

/** When the member last paid for an order with the promo; null for never. */
export const lastPaidPromo = async (
  { store, actor }: MemberContext,
  reader: Reader = store.read,
): Promise<Date | null> => {
  const { orders } = store.tables;
  const [last] = await reader
    .select({ paidAt: orders.paidAt })
    .from(orders)
    .where(
      and(eq(orders.userId, actor.userId), eq(orders.hasPromo, true), isNotNull(orders.paidAt)),
    )
    .orderBy(desc(orders.paidAt))
    .limit(1);
  return last?.paidAt ?? null;
};

/**
 * Sees to it that the promo is had once in 31 days (member §5): from when it was received, or paid
 * for where its event is still to come.
 * @throws {AppError} `bad_request` with the reason `limit_reached`; the sentence names the day.
 */
export const assertPromoAllowed = async (ctx: MemberContext): Promise<void> => {
  const { clock, config, actor } = ctx;
  const times = [actor.user.promoReceivedAt, await lastPaidPromo(ctx)];
  const last = Math.max(...times.map((at) => at?.getTime() ?? 0));
  const again = last + PROMO_COOLDOWN_DAYS * DAY_MS;
  if (last === 0 || clock.now().getTime() >= again) return;
  const { timezone: timeZone } = config.community;
  const day = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone }).format(again);
  throw new AppError("bad_request", promoAgain(day), {}, "limit_reached");
};
