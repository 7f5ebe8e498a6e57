import { inArray } from "drizzle-orm";
import type { Attempt } from "#server/auth/limits.ts";
import type { Tx } from "#server/context/context.ts";
import { addEntry } from "#server/modules/points/index.ts";
import { findStruck } from "#server/modules/strikes/index.ts";
import type { GamePlatform } from "#shared/constants/accounts.ts";
import type { Limit } from "#shared/constants/limits.ts";
import { KEPT_VOTE_MS } from "#shared/constants/points.ts";
import { placeOf, voteEntryOf, voterHashesOf } from "./cast.ts";

export { forgetKeptVotes, keepVote } from "./keep.ts";
export { type CastVote, placeOf, voteEntryOf, votePointsOf } from "./cast.ts";

/**
 * Counts what happened earlier as a limit would have then: in windows that begin with their first.
 * @returns whether one more was allowed for a subject, at a time in milliseconds; ask in order of time.
 */
const admitPast = ({ max, windowMs }: Limit) => {
  const windows = new Map<string, { endsAtMs: number; count: number }>();
  return (subject: string, atMs: number): boolean => {
    const running = windows.get(subject);
    const window =
      running === undefined || atMs >= running.endsAtMs
        ? { endsAtMs: atMs + windowMs, count: 0 }
        : running;
    windows.set(subject, window);
    if (window.count >= max) return false;
    window.count += 1;
    return true;
  };
};

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
 * counts once, as if it were told now. Those beyond what one member may cast are dropped: before the
 * link a name and an id are two voters. While a strike forbids earning all of them are. The next one there counts no sooner than it would have, and
 * those of the last day are among the votes that a member may cast in a day.
 */
export const creditKeptVotes = async (
  tx: Tx,
  { userId, platform, externalId, name, isEligible }: Linked,
): Promise<void> => {
  const { keptVotes: t } = tx.tables;
  // Voting sites know players of Minecraft by name.
  const known = platform === "minecraft" ? { alias: name } : {};
  const voters = voterHashesOf(tx.auth, { platform, playerId: externalId, ...known });
  const kept = await tx.delete(t).where(inArray(t.voter, voters)).returning();
  if (!isEligible || (await findStruck(tx, [userId], "earning")).has(userId)) return;
  const nowMs = tx.clock.now().getTime();
  const oldestMs = nowMs - KEPT_VOTE_MS;
  const { votesByMemberAndSite: bySite, votesByMember: byMember } = tx.config.community.limits;
  const isCounted = async (attempt: Attempt): Promise<boolean> =>
    (await tx.tryCount(attempt)).allowed;
  const mayCastAtSite = admitPast(bySite);
  const mayCast = admitPast(byMember);
  const inTime = kept
    .filter(({ keptAt }) => keptAt.getTime() > oldestMs)
    .toSorted((a, b) => a.keptAt.getTime() - b.keptAt.getTime());
  for (const vote of inTime) {
    const keptAtMs = vote.keptAt.getTime();
    const place = placeOf(userId, vote);
    if (!mayCastAtSite(place, keptAtMs) || !mayCast(userId, keptAtMs)) continue;
    const atSite = { name: "votesByMemberAndSite", subject: place, madeAt: vote.keptAt } as const;
    if (keptAtMs + bySite.windowMs > nowMs && !(await isCounted(atSite))) continue;
    const inAll = { name: "votesByMember", subject: userId } as const;
    if (keptAtMs + byMember.windowMs > nowMs && !(await isCounted(inAll))) continue;
    await addEntry(tx, voteEntryOf(userId, vote, vote.points));
  }
};
