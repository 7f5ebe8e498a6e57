import { and, eq, gt } from "drizzle-orm";
import { assertMay } from "#server/access/rights.ts";
import type { MemberCtx, MemberTx } from "#server/context/context.ts";
import { AppError, wrongInput } from "#server/core/errors.ts";
import { grantTierIn } from "#server/modules/orders/index.ts";
import { ADMINISTRATION } from "#shared/admin-messages.ts";
import { TIER_GIFT_DAYS_MAX } from "#shared/constants/shop.ts";
import { PEOPLE, PEOPLE_NOTICES } from "#shared/people-messages.ts";
import { dateFormat } from "#shared/rules/format.ts";
import { dayAfter, endOfDay, localTime } from "#shared/rules/local-time.ts";
import { tierOf } from "#shared/rules/tiers.ts";
import type { TierEnding, TierGift } from "#shared/schemas/people.ts";
import { assertInUse, findUser } from "./load.ts";

/** When a tier of somebody's ends; null where it does not run. */
const findEnd = async (tx: MemberTx, userId: string, tier: string): Promise<Date | null> => {
  const { memberships: t } = tx.tables;
  const [running] = await tx
    .select({ endsAt: t.endsAt })
    .from(t)
    .where(and(eq(t.userId, userId), eq(t.tier, tier), gt(t.endsAt, tx.clock.now())));
  return running?.endsAt ?? null;
};

const tell = async (
  tx: MemberTx,
  userId: string,
  notice: { subject: string; message: string },
  reason: string,
): Promise<void> => {
  const { subject, message } = notice;
  await tx.notify({
    userIds: [userId],
    kind: "news",
    topic: "shop",
    subject,
    message: message + PEOPLE_NOTICES.reason(reason),
    link: "/member/subscription",
  });
};

/** @throws {AppError} `bad_request` for a day that is past, or far away. */
const assertDay = (today: string, until: string): void => {
  if (until < today) throw wrongInput(PEOPLE.dayIsPast, ["until"]);
  if (until > dayAfter(today, TIER_GIFT_DAYS_MAX)) throw wrongInput(PEOPLE.dayTooFar, ["until"]);
};

/**
 * Gives a member a tier up to the end of a day, where the community is [ADMIN-17]. It never shortens
 * what runs already.
 * @returns the sentence to show.
 * @throws {AppError} `not_found`; `bad_request` for an unknown tier and for a day that cannot be;
 *   `conflict` for a deactivated account, and where the tier runs longer.
 */
export const giveTierTo = async (
  ctx: MemberCtx,
  { id, tier, until, reason }: TierGift,
): Promise<string> => {
  const { tiers, timezone } = ctx.config.community;
  if (!tiers.some(({ key }) => key === tier))
    throw new AppError("bad_request", ADMINISTRATION.unknownTier);
  assertDay(localTime(ctx.clock.now(), timezone).day, until);
  const end = endOfDay(until, timezone);
  const { name } = tierOf(tiers, tier);
  const dayText = dateFormat({ dateStyle: "long", timeZone: "UTC" })(new Date(until));
  await ctx.write(async (tx) => {
    assertInUse(await findUser(tx, id));
    await assertMay(tx, "orders");
    const present = await findEnd(tx, id, tier);
    if (present !== null && present > end) throw new AppError("conflict", PEOPLE.tierRunsLonger);
    await grantTierIn(tx, { userId: id, tier, until: end });
    await tx.audit({
      action: "tier.granted",
      subject: id,
      after: { tier, expiresAt: end.toISOString() },
      note: reason,
    });
    await tell(tx, id, PEOPLE_NOTICES.tierGiven(name, dayText), reason);
  });
  return PEOPLE.tierGiven(name, dayText);
};

/**
 * Ends a tier of a member now, however it came to them; what is paid for it later gives it again
 * [ADMIN-17].
 * @returns the sentence to show.
 * @throws {AppError} `not_found`; `conflict` where it does not run.
 */
export const endTierOf = async (
  ctx: MemberCtx,
  { id, tier, reason }: TierEnding,
): Promise<string> => {
  const { name } = tierOf(ctx.config.community.tiers, tier);
  await ctx.write(async (tx) => {
    await findUser(tx, id);
    await assertMay(tx, "orders");
    if ((await findEnd(tx, id, tier)) === null)
      throw new AppError("conflict", PEOPLE.tierNotRunning);
    await grantTierIn(tx, { userId: id, tier, until: tx.clock.now() });
    await tx.audit({ action: "tier.ended", subject: id, before: { tier }, note: reason });
    await tell(tx, id, PEOPLE_NOTICES.tierEnded(name), reason);
  });
  return PEOPLE.tierEnded(name);
};
