import { and, count, eq, gt, inArray, lte } from "drizzle-orm";
import { assertAllowed } from "#server/auth/limits.ts";
import type { BridgeTx, Tx } from "#server/context/context.ts";
import { AppError, retryAfter } from "#server/core/errors.ts";
import { BRIDGE } from "#shared/bridge-messages.ts";
import { KEPT_VOTE_MS, KEPT_VOTES_MAX } from "#shared/constants/points.ts";
import {
  type CastVote,
  placeOf,
  type Voter,
  voterHashesOf,
  votePointsOf,
  voteReferenceOf,
} from "./cast.ts";

type KeptVote = { points: number; keptUntil: string; isRepeat: boolean };

const untilOf = (keptAt: Date) => new Date(keptAt.getTime() + KEPT_VOTE_MS).toISOString();

/**
 * Keeps, in the caller's transaction, the vote of a player who has not linked their account, once
 * however often it is told: for 30 days, until they do.
 * @throws {AppError} `conflict` for another vote on one site too soon, and where as many are kept for
 *   this player as can be; `too_many_requests` where the player has cast, or the key has kept, as many
 *   as they may for now.
 */
export const keepVote = async (tx: BridgeTx, voter: Voter, vote: CastVote): Promise<KeptVote> => {
  const { keptVotes: t } = tx.tables;
  const { rewards } = tx.config.community;
  const now = tx.clock.now();
  const voters = voterHashesOf(tx.auth, voter);
  const [whose] = voters;
  const reference = voteReferenceOf(whose, vote);
  const [present] = await tx
    .select({ points: t.points, keptAt: t.keptAt })
    .from(t)
    .where(eq(t.reference, reference));
  if (present !== undefined)
    return { points: present.points, keptUntil: untilOf(present.keptAt), isRepeat: true };

  const counted = async (
    name: "votesByMemberAndSite" | "votesByMember" | "keptVotesByKey",
    subject: string,
  ) => await tx.tryCount({ name, subject });
  for (const known of voters) {
    const atPlace = await counted("votesByMemberAndSite", placeOf(known, vote));
    if (!atPlace.allowed)
      throw new AppError(
        "vote_too_soon",
        BRIDGE.votedAlready,
        retryAfter(atPlace.retryAfterSeconds),
      );
    assertAllowed(await counted("votesByMember", known));
  }
  const isWaiting = and(
    inArray(t.voter, voters),
    gt(t.keptAt, new Date(now.getTime() - KEPT_VOTE_MS)),
  );
  const [waiting] = await tx.select({ votes: count() }).from(t).where(isWaiting);
  if ((waiting?.votes ?? 0) >= KEPT_VOTES_MAX)
    throw new AppError("kept_votes_full", BRIDGE.keptVotesFull);
  assertAllowed(await counted("keptVotesByKey", tx.actor.keyId));

  const { game, server, serviceName } = vote;
  const points = votePointsOf(rewards, vote);
  const timestamp = String(vote.timestamp);
  const row = { reference, voter: whose, game, server, serviceName, timestamp, points };
  await tx.insert(t).values({ ...row, keptAt: now });
  return { points, keptUntil: untilOf(now), isRepeat: false };
};

/** Removes up to `max` kept votes whose player has not linked in time. @returns how many. */
export const forgetKeptVotes = async (tx: Tx, max: number): Promise<number> => {
  const { keptVotes: t } = tx.tables;
  const oldest = new Date(tx.clock.now().getTime() - KEPT_VOTE_MS);
  const over = tx
    .select({ reference: t.reference })
    .from(t)
    .where(lte(t.keptAt, oldest))
    .limit(max);
  const gone = await tx
    .delete(t)
    .where(inArray(t.reference, over))
    .returning({ reference: t.reference });
  return gone.length;
};
