import { and, eq, gt, inArray, isNull, or } from "drizzle-orm";
import type { Ctx, Tx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { giveTier, setTierEnd } from "#server/modules/members/index.ts";
import { ADMINISTRATION } from "#shared/admin-messages.ts";

/** Puts the end of a member's tier to where what they have paid says, in the caller's transaction. */
export const settleTier = async (
  tx: Tx,
  { userId, tier }: { userId: string; tier: string },
): Promise<void> => {
  const { payments, paymentLines: lines } = tx.tables;
  const months = await tx
    .select({ paidAt: payments.paidAt, cutAt: lines.tierCutAt })
    .from(payments)
    .innerJoin(lines, eq(lines.paymentId, payments.id))
    .where(and(eq(payments.userId, userId), eq(lines.tier, tier), eq(lines.isHeld, true)));
  await setTierEnd(tx, { userId, tier }, (given) => tierEnd(given, months));
};

/**
 * Has what these payments paid of a tier end at a moment, in the caller's transaction; what was cut
 * earlier stays so.
 * @param of.tier one tier alone; every one without it.
 * @returns the tiers of which something was cut.
 */
export const cutTiers = async (
  tx: Tx,
  { paymentIds, tier, at }: { paymentIds: readonly number[]; tier?: string; at: Date },
): Promise<ReadonlySet<string>> => {
  const { paymentLines: t } = tx.tables;
  const isOf = and(
    inArray(t.paymentId, [...paymentIds]),
    tier === undefined ? undefined : eq(t.tier, tier),
  );
  const cut = await tx
    .update(t)
    .set({ tierCutAt: at })
    .where(and(isOf, or(isNull(t.tierCutAt), gt(t.tierCutAt, at))))
    .returning({ tier: t.tier });
  return new Set(cut.flatMap((line) => (line.tier === null ? [] : [line.tier])));
};

/**
 * Gives a member a tier until a moment, in the caller's transaction; an end that this tier had already is
 * replaced, whatever was paid before, and what is paid from now on begins there. Other tiers keep theirs.
 */
export const grantTierIn = async (
  tx: Tx,
  { userId, tier, until }: { userId: string; tier: string; until: Date },
): Promise<void> => {
  const { payments } = tx.tables;
  const theirs = await tx
    .select({ id: payments.id })
    .from(payments)
    .where(eq(payments.userId, userId));
  const paymentIds = theirs.map(({ id }) => id);
  await cutTiers(tx, { paymentIds, tier, at: tx.clock.now() });
  await giveTier(tx, { userId, tier, until });
};

/**
 * The same in a transaction of its own, written down.
 * @throws {AppError} `not_found` for an unknown user.
 */
export const grantTier = async (
  ctx: Ctx,
  { userId, tier, until }: { userId: string; tier: string; until: Date },
): Promise<void> => {
  const { users } = ctx.tables;
  await ctx.write(async (tx) => {
    const [found] = await tx.select({ id: users.id }).from(users).where(eq(users.id, userId));
    if (found === undefined) throw new AppError("not_found", ADMINISTRATION.unknown);
    await grantTierIn(tx, { userId, tier, until });
    await tx.audit({
      action: "tier.granted",
      subject: userId,
      after: { tier, expiresAt: until.toISOString() },
    });
  });
};

/** A month of a tier that was paid and not taken back. */
export type PaidMonth = {
  paidAt: Date;
  /** When its subscription ended, before the month did; null where it did not. */
  cutAt: Date | null;
};

/** The same day and time a month later, or the last day of a shorter month; in UTC. */
export const monthAfter = (from: Date): Date => {
  const next = new Date(from);
  next.setUTCMonth(next.getUTCMonth() + 1);
  if (next.getUTCDate() !== from.getUTCDate()) next.setUTCDate(0);
  return next;
};

const later = (a: Date, b: Date) => (a > b ? a : b);
const earlier = (a: Date, b: Date) => (a < b ? a : b);

/**
 * When a tier ends: each month begins where the one before it ends, or when it was paid. It depends
 * on what was paid alone, and not on the order in which we heard of it [POINTS-07].
 * @param givenUntil until when it was given by hand; null for not at all.
 * @returns null where nothing gives it.
 */
export const tierEnd = (givenUntil: Date | null, months: readonly PaidMonth[]): Date | null => {
  const inOrder = months.toSorted(
    (a, b) =>
      a.paidAt.getTime() - b.paidAt.getTime() ||
      (a.cutAt?.getTime() ?? Infinity) - (b.cutAt?.getTime() ?? Infinity) ||
      0,
  );
  let end = givenUntil;
  for (const { paidAt, cutAt } of inOrder) {
    const from = end === null ? paidAt : later(end, paidAt);
    const until = monthAfter(from);
    end = cutAt === null ? until : later(from, earlier(until, cutAt));
  }
  return end;
};
