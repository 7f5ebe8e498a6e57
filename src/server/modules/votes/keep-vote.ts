import { and, count, eq, gt } from "drizzle-orm";
import { KEPT_VOTE_MS, KEPT_VOTES_MAX } from "#shared/constants/points.ts";
import { BRIDGE } from "#shared/messages.ts";
import { assertAllowed, countAttempt } from "#server/auth/limits.ts";
import { hashOf } from "#server/auth/secrets.ts";
import type { BridgeContext } from "#server/context.ts";
import { refusal } from "#server/errors.ts";
import type { Tx } from "#server/store/store.ts";
import { type CastVote, placeOf } from "./vote-entry.ts";
import { type Voter, voterHashOf } from "./voter.ts";

type KeptVote = { points: number; keptUntil: string; isRepeat: boolean };

const untilOf = (keptAt: Date) => new Date(keptAt.getTime() + KEPT_VOTE_MS).toISOString();

/**
 * Keeps, in the caller's transaction, the vote of a player who has not linked their account, once
 * however often it is told: for 30 days, until they do.
 * @throws {AppError} `conflict` for another vote on one site too soon, and where as many are kept for
 *   this player as can be; `too_many_requests` where the key has kept as many as it may for now.
 */
export const keepVote = async (
  { store, clock, config, auth, actor }: BridgeContext,
  tx: Tx,
  voter: Voter,
  vote: CastVote,
): Promise<KeptVote> => {
  const { keptVotes: t } = store.tables;
  const { limits, rewards } = config.community;
  const now = clock.now();
  const whose = voterHashOf(auth, voter);
  const place = placeOf(whose, vote);
  const reference = hashOf(`${place} ${vote.timestamp}`);
  const [present] = await tx
    .select({ points: t.points, keptAt: t.keptAt })
    .from(t)
    .where(eq(t.reference, reference));
  if (present !== undefined)
    return { points: present.points, keptUntil: untilOf(present.keptAt), isRepeat: true };

  const counted = async (name: "votesByMemberAndSite" | "keptVotesByKey", subject: string) =>
    await countAttempt(store, tx, clock, name, subject, limits[name]);
  const atPlace = await counted("votesByMemberAndSite", place);
  if (!atPlace.allowed)
    throw refusal("vote_too_soon", BRIDGE.votedAlready, atPlace.retryAfterSeconds);
  const isWaiting = and(eq(t.voter, whose), gt(t.keptAt, new Date(now.getTime() - KEPT_VOTE_MS)));
  const [waiting] = await tx.select({ votes: count() }).from(t).where(isWaiting);
  if ((waiting?.votes ?? 0) >= KEPT_VOTES_MAX)
    throw refusal("kept_votes_full", BRIDGE.keptVotesFull);
  assertAllowed(await counted("keptVotesByKey", actor.keyId));

  const { game, server, serviceName } = vote;
  const points = rewards.votePoints;
  const timestamp = String(vote.timestamp);
  const row = { reference, voter: whose, game, server, serviceName, timestamp, points };
  await tx.insert(t).values({ ...row, keptAt: now });
  return { points, keptUntil: untilOf(now), isRepeat: false };
};
