import { and, count, eq, gt, inArray, lte } from "drizzle-orm";
import type { Auth } from "#server/auth/auth.ts";
import { assertAllowed, type Attempt } from "#server/auth/limits.ts";
import { hashOf } from "#server/auth/secrets.ts";
import type { Community } from "#server/config/community.ts";
import type { BridgeTx, Tx } from "#server/context/context.ts";
import { AppError, retryAfter } from "#server/core/errors.ts";
import { addEntry } from "#server/modules/points/index.ts";
import { findStruck } from "#server/modules/strikes/index.ts";
import { BRIDGE } from "#shared/bridge-messages.ts";
import type { GamePlatform } from "#shared/constants/accounts.ts";
import type { Limit } from "#shared/constants/limits.ts";
import { KEPT_VOTE_MS, KEPT_VOTES_MAX } from "#shared/constants/points.ts";
import { spelledAlike } from "#shared/rules/text.ts";

/** A vote as a voting site tells it, whoever cast it. */
export type CastVote = {
  game: string;
  /** "" where players vote for no server in particular. */
  server: string;
  serviceName: string;
  timestamp: number | string;
};

/** What the community gives for a vote, by the list on which it was cast. */
export const votePointsOf = (
  { votePoints, voteLists }: Community["rewards"],
  { serviceName }: Pick<CastVote, "serviceName">,
): number => {
  const asked = spelledAlike(serviceName);
  return voteLists.find(({ service }) => spelledAlike(service) === asked)?.points ?? votePoints;
};

/** Where somebody votes, as it is counted. @param whose a user's id, or a hash of who votes. */
export const placeOf = (whose: string, { game, server, serviceName }: CastVote): string =>
  JSON.stringify([whose, game, spelledAlike(server), spelledAlike(serviceName)]);

/** Of one vote, as it was told: the same one has the same reference. */
const voteReferenceOf = (
  whose: string,
  { game, server, serviceName, timestamp }: CastVote,
): string => hashOf(`${JSON.stringify([whose, game, server, serviceName])} ${timestamp}`);

/** The line of the ledger for a vote: the same vote has the same reference, whenever it is credited. */
export const voteEntryOf = (userId: string, vote: CastVote, delta: number) => {
  const { game, server, serviceName } = vote;
  return {
    userId,
    kind: "vote",
    delta,
    reason: `Vote on ${serviceName}${server === "" ? "" : ` for ${server}`}`,
    reference: `vote:${voteReferenceOf(userId, vote)}`,
    game,
    actorId: null,
  } as const;
};

/** By what a vote names its player: an id of the platform as it is stored, or on Minecraft a name. */
type Voter = {
  platform: GamePlatform;
  playerId: string;
  /** By what else the same player is known, such as the name beside an id of Minecraft. */
  alias?: string;
};

/** Under what the votes of somebody are kept who is no member: keyed, so that nobody reads whose. */
const voterHashOf = (auth: Pick<Auth, "lastingKeyFor">, { platform, playerId }: Voter): string =>
  new Bun.CryptoHasher("sha256", auth.lastingKeyFor("kept vote"))
    .update(`${platform} ${playerId.toLowerCase()}`)
    .digest("hex");

/** Every hash under which votes of this player may be kept, the one for new ones first. */
const voterHashesOf = (
  auth: Pick<Auth, "lastingKeyFor">,
  { platform, playerId, alias }: Voter,
): [string, ...string[]] => {
  const own = voterHashOf(auth, { platform, playerId });
  return alias === undefined ? [own] : [own, voterHashOf(auth, { platform, playerId: alias })];
};

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
