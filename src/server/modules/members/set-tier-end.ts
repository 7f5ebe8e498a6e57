import { and, eq, gt, lte } from "drizzle-orm";
import type { Tx, Ctx } from "#server/context/context.ts";

/**
 * Sets the end of one tier of a member, in the caller's transaction, and tells their feeds. Other
 * tiers keep theirs [POINTS-06].
 * @param endOf the end that follows from the one that was given by hand, null for none: then a tier
 *   that still runs ends now.
 */
export const setTierEnd = async (
  tx: Tx,
  { userId, tier }: { userId: string; tier: string },
  endOf: (givenUntil: Date | null) => Date | null,
): Promise<void> => {
  const { memberships: t } = tx.tables;
  const isTheirs = and(eq(t.userId, userId), eq(t.tier, tier));
  const [present] = await tx
    .select({ endsAt: t.endsAt, givenUntil: t.givenUntil })
    .from(t)
    .where(isTheirs);
  const end = endOf(present?.givenUntil ?? null);
  if (present === undefined) {
    if (end === null) return;
    await tx.insert(t).values({ userId, tier, endsAt: end });
  } else {
    const now = tx.clock.now();
    const endsAt = end ?? (present.endsAt < now ? present.endsAt : now);
    if (endsAt.getTime() === present.endsAt.getTime()) return;
    await tx.update(t).set({ endsAt }).where(isTheirs);
  }
  tx.publish({ type: "account.changed", userId });
};

/**
 * Gives a member a tier until a moment, in the caller's transaction, and tells their feeds; an end
 * that this tier had already is replaced.
 */
export const giveTier = async (
  tx: Tx,
  { userId, tier, until }: { userId: string; tier: string; until: Date },
): Promise<void> => {
  const { memberships: t } = tx.tables;
  const end = { endsAt: until, givenUntil: until };
  await tx
    .insert(t)
    .values({ userId, tier, ...end })
    .onConflictDoUpdate({ target: [t.userId, t.tier], set: end });
  tx.publish({ type: "account.changed", userId });
};

/** Gives tiers to people who have none yet and no open page, in the caller's transaction. */
export const giveTiers = async (
  tx: Tx,
  given: readonly { userId: string; tier: string; until: Date }[],
): Promise<void> => {
  if (given.length === 0) return;
  await tx
    .insert(tx.tables.memberships)
    .values(
      given.map(({ userId, tier, until }) => ({ userId, tier, endsAt: until, givenUntil: until })),
    );
};

/** Few enough for no visitor to wait for them. */
const SLICE = 100;

/**
 * Tells the open pages of members whose tier has just run out, so that its frame goes with it. Told
 * twice does no harm; who was not told, since nothing ran, asks anew when the feed is back.
 * @param withinMs how long ago it may have been, in milliseconds.
 */
export const publishEndedTiers = async (
  { tables, read, write, clock }: Ctx,
  withinMs: number,
): Promise<void> => {
  const { memberships } = tables;
  const now = clock.now();
  const hasJustEnded = and(
    lte(memberships.endsAt, now),
    gt(memberships.endsAt, new Date(now.getTime() - withinMs)),
  );
  const ended = await read
    .selectDistinct({ userId: memberships.userId })
    .from(memberships)
    .where(hasJustEnded);
  for (let from = 0; from < ended.length; from += SLICE)
    await write(async (tx) => {
      for (const { userId } of ended.slice(from, from + SLICE))
        tx.publish({ type: "account.changed", userId });
    });
};
