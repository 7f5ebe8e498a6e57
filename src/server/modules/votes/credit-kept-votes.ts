import { inArray } from "drizzle-orm";
import type { GamePlatform } from "#shared/constants/accounts.ts";
import { KEPT_VOTE_MS } from "#shared/constants/points.ts";
import type { LimitContext } from "#server/auth/attempts.ts";
import type { Auth } from "#server/auth/auth.ts";
import { countAttempt } from "#server/auth/limits.ts";
import { addEntry } from "#server/modules/points/index.ts";
import type { Tx } from "#server/store/store.ts";
import { placeOf, voteEntryOf } from "./vote-entry.ts";
import { voterHashOf } from "./voter.ts";

type Linked = {
  userId: string;
  platform: GamePlatform;
  externalId: string;
  name: string;
  /** False for an account that was unlinked once: what waited for it is dropped. */
  isEligible: boolean;
};

/**
 * Credits, in the transaction that links an account, the votes that were kept for its player; each
 * counts once, as if it were told now. The next one there counts no sooner than it would have, and
 * those of the last day are among the votes that a member may cast in a day.
 */
export const creditKeptVotes = async (
  { store, clock, config, auth }: LimitContext & { auth: Pick<Auth, "lastingKeyFor"> },
  tx: Tx,
  { userId, platform, externalId, name, isEligible }: Linked,
): Promise<void> => {
  const { keptVotes: t } = store.tables;
  // Voting sites know players of Minecraft by name.
  const ids = platform === "minecraft" ? [externalId, name] : [externalId];
  const voters = ids.map((playerId) => voterHashOf(auth, { platform, playerId }));
  const kept = await tx.delete(t).where(inArray(t.voter, voters)).returning();
  if (!isEligible) return;
  const nowMs = clock.now().getTime();
  const oldestMs = nowMs - KEPT_VOTE_MS;
  const limit = "votesByMemberAndSite";
  const { max, windowMs } = config.community.limits[limit];
  const aDay = config.community.limits.votesByMember;
  const inTime = kept
    .filter(({ keptAt }) => keptAt.getTime() > oldestMs)
    .toSorted((a, b) => a.keptAt.getTime() - b.keptAt.getTime());
  for (const vote of inTime) {
    await addEntry(store, tx, clock, voteEntryOf(userId, vote, vote.points));
    const left = { max, windowMs: vote.keptAt.getTime() + windowMs - nowMs };
    if (vote.keptAt.getTime() + aDay.windowMs > nowMs)
      await countAttempt(store, tx, clock, "votesByMember", userId, aDay);
    if (left.windowMs > 0) await countAttempt(store, tx, clock, limit, placeOf(userId, vote), left);
  }
};
