import { eq } from "drizzle-orm";
import type { z } from "zod";
import { countAccountChange } from "#server/access/account-changes.ts";
import type { MemberCtx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { readBalance } from "#server/modules/points/index.ts";
import { ACCOUNT } from "#shared/account-messages.ts";
import { SIGN_IN } from "#shared/messages.ts";
import type { marketingConsent, MemberProfile, Membership } from "#shared/schemas/members.ts";
import { setMarketing } from "./marketing.ts";
import { readTiers } from "./read-tiers.ts";

/** One's own profile [API-07]. */
export const readProfile = async ({ tables, read, actor }: MemberCtx): Promise<MemberProfile> => {
  const { users } = tables;
  const { id, email, firstName, lastName, role } = actor.user;
  const [found] = await read
    .select({ allowMarketingEmails: users.allowMarketing })
    .from(users)
    .where(eq(users.id, id));
  if (found === undefined) throw new AppError("unauthorized", SIGN_IN.endedElsewhere);
  return { id, userId: id, firstName, lastName, email, role, ...found };
};

/** Points, the highest tier that runs, and when the promo was received [API-07]. */
export const readMembership = async (ctx: MemberCtx): Promise<Membership> => {
  const { actor } = ctx;
  const { userId, user } = actor;
  const [points, tiers] = await Promise.all([
    readBalance(ctx.read, userId),
    readTiers(ctx.read, [userId]),
  ]);
  return {
    points,
    sub: tiers.get(userId) ?? null,
    promoReceivedDate: user.promoReceivedAt?.toISOString() ?? null,
  };
};

/**
 * Whether news may be mailed: writes down that it may, or may not any more [CONSENT-01].
 * @returns the sentence to show.
 */
export const setMarketingConsent = async (
  ctx: MemberCtx,
  { allowMarketingEmails }: z.infer<typeof marketingConsent>,
): Promise<string> => {
  const { userId } = ctx.actor;
  const choice = { userId, isGiven: allowMarketingEmails, way: "settings" } as const;
  await ctx.write(async (tx) => {
    if (await setMarketing(tx, choice)) await countAccountChange(tx);
  });
  return ACCOUNT.preferencesUpdated;
};
