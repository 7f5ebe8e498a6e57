import { and, gt, lte } from "drizzle-orm";
import type { Ctx } from "#server/context/context.ts";

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
