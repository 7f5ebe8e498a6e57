import { and, eq, isNull, sql } from "drizzle-orm";
import { assertAllowed } from "#server/auth/limits.ts";
import type { BridgeCtx, BridgeTx } from "#server/context/context.ts";
import { AppError, retryAfter } from "#server/core/errors.ts";
import {
  assertUnlinked,
  asStored,
  eligibleMember,
  findPlayers,
} from "#server/modules/links/index.ts";
import { linkTermOf } from "#server/modules/members/index.ts";
import { notifyTeam } from "#server/modules/notifications/index.ts";
import { addEntry, spendPoints } from "#server/modules/points/index.ts";
import { assertMayEarn } from "#server/modules/strikes/index.ts";
import {
  type CastVote,
  keepVote,
  placeOf,
  voteEntryOf,
  votePointsOf,
} from "#server/modules/votes/index.ts";
import { BRIDGE } from "#shared/bridge-messages.ts";
import type { GamePlatform } from "#shared/constants/accounts.ts";
import { HOUR_MS } from "#shared/constants/time.ts";
import { POINTS } from "#shared/points-messages.ts";
import { numberText } from "#shared/rules/format.ts";
import type {
  BridgeEntry,
  BridgeTransfer,
  BridgeVote,
  BridgeVoteAnswer,
  PlayerAccount,
} from "#shared/schemas/bridge.ts";
import { assertGame, loadPlayer } from "./players.ts";

type Added = Awaited<ReturnType<typeof addEntry>>;

/** Under what the ledger knows a plugin's own key: another plugin's of the same name is another. */
const referenceOf = ({ actor }: BridgeCtx, key: string): string => `bridge:${actor.keyId}:${key}`;

/**
 * What a plugin is told of a line of the ledger.
 * @param asked what it asked for.
 * @throws {AppError} `conflict` where its key was used for something else.
 */
const toBridgeEntry = (
  { id, userId, kind, delta, balance, reason, game, isNew }: Added,
  asked: Pick<Added, "userId" | "kind" | "delta" | "reason" | "game">,
): BridgeEntry => {
  const isSamePlayer = userId === asked.userId;
  const isSameThing = kind === asked.kind && delta === asked.delta && reason === asked.reason;
  const isSameGame = game === null || game === asked.game;
  if (!isSamePlayer || !isSameThing || !isSameGame)
    throw new AppError("reference_used", POINTS.usedReference);
  return { entryId: id, delta, balance, isRepeat: !isNew };
};

/**
 * Gives a player points for what they did in a game, once per key.
 * @throws {AppError} `strike` while a strike keeps them from earning; `forbidden` for another game, `bad_request` for more than a reward may be,
 *   `not_found` for an unknown player, `conflict` for an account that earns none or a key that was
 *   used for something else, `too_many_requests` where the member has got as much as they can.
 */
export const earn = async (ctx: BridgeCtx, input: BridgeTransfer): Promise<BridgeEntry> => {
  const { config } = ctx;
  const { game, points, reason, idempotencyKey } = input;
  assertGame(ctx, game, input.platform);
  const { rewards, limits } = config.community;
  const { playPointsByMember: limit } = limits;
  if (points > Math.min(rewards.playPointsMax, limit.max))
    throw new AppError("reward_too_large", BRIDGE.tooGenerous);
  const reference = referenceOf(ctx, idempotencyKey);
  return ctx.write(async (tx) => {
    const userId = await eligibleMember(tx, input);
    await assertMayEarn(tx, userId);
    const entry = { userId, kind: "play", delta: points, reason, game } as const;
    const added = await addEntry(tx, { ...entry, reference, actorId: null });
    if (added.isNew) {
      const name = "playPointsByMember";
      await tx.count(name, userId, points);
    }
    return toBridgeEntry(added, entry);
  });
};

/** @throws {AppError} `bad_request` for more than the limits let anybody spend at once. */
const assertAffordable = ({ config }: BridgeCtx, points: number): void => {
  const { spendPointsByKey, spendPointsByMember } = config.community.limits;
  if (points > Math.min(spendPointsByKey.max, spendPointsByMember.max))
    throw new AppError("spend_too_large", BRIDGE.tooExpensive);
};

const timeText = (ms: number) =>
  ms === HOUR_MS ? "an hour" : `${Math.round(ms / 60_000)} minutes`;

/** Tells the Admins, of one key once a day. */
const raiseAlarm = async (tx: BridgeTx): Promise<void> => {
  const { config, actor } = tx;
  const { bridgeKeys: t } = tx.tables;
  const subject = actor.keyId;
  if (!(await tx.tryCount({ name: "spendingAlarmsByKey", subject })).allowed) return;
  const [key] = await tx.select({ name: t.name }).from(t).where(eq(t.id, subject));
  const { max, windowMs } = config.community.limits.usualSpendingByKey;
  await notifyTeam(tx, "bridge", {
    subject: BRIDGE.unusualSubject,
    message: BRIDGE.unusualText(key?.name ?? "", numberText(max), timeText(windowMs)),
    link: "/member/admin/keys",
  });
  await tx.audit({
    action: "bridge_key.spending_unusual",
    subject,
    after: { points: max },
  });
};

/**
 * Counts, in the caller's transaction, what a key has taken from a member, and tells the Admins where
 * that is more than usual.
 * @throws {AppError} `too_many_requests` where the key or the member has spent as much, or as often,
 *   as they can for now.
 */
const countSpending = async (
  tx: BridgeTx,
  { userId, points }: { userId: string; points: number },
): Promise<void> => {
  const { config, actor } = tx;
  const { limits } = config.community;
  for (const [name, subject, amount] of [
    ["spendCallsByKey", actor.keyId, 1],
    ["spendCallsByMember", userId, 1],
    ["spendPointsByKey", actor.keyId, points],
    ["spendPointsByMember", userId, points],
  ] as const)
    await tx.count(name, subject, amount);
  const name = "usualSpendingByKey";
  const usual = limits[name];
  // More than the whole at once would begin a window that it does not fit into.
  const isUsual =
    points <= usual.max &&
    (await tx.tryCount({ name, subject: actor.keyId, amount: points })).allowed;
  if (!isUsual) await raiseAlarm(tx);
};

/**
 * Takes a player's points for something in a game, once per key. Those of an account that earns none
 * any more can still be spent.
 * @throws {AppError} `forbidden` for another game or platform, `bad_request` for more than anybody
 *   may spend at once, `not_found` for an unknown player, `conflict` where there are too few or the
 *   key was used for something else, `too_many_requests` where the bridge key or the member has spent
 *   as much, or as often, as they can for now.
 */
export const spend = async (ctx: BridgeCtx, input: BridgeTransfer): Promise<BridgeEntry> => {
  const { game, platform, points, reason, idempotencyKey } = input;
  assertGame(ctx, game, platform);
  assertAffordable(ctx, points);
  const reference = referenceOf(ctx, idempotencyKey);
  return ctx.write(async (tx) => {
    const { userId } = await loadPlayer(tx, input);
    const spent = { userId, points, reason, reference, game, actorId: null };
    const added = await spendPoints(tx, spent);
    if (added.isNew) await countSpending(tx, { userId, points });
    return toBridgeEntry(added, { userId, kind: "spend", delta: -points, reason, game });
  });
};

/** What no player's id on Minecraft is, but every name. */
const MINECRAFT_NAME = /^\w{1,16}$/;

/** Minecraft for its own game unless it is said, else Steam. */
const platformOf = ({ game, platform }: BridgeVote): GamePlatform =>
  platform ?? (game === "minecraft" ? "minecraft" : "steam");

/**
 * The accounts of a Minecraft name that members have linked: one, or some of several. Anybody can
 * make a voting site tell of any name: one word of it is looked up, so that none makes us walk.
 */
const findByName = async (tx: BridgeTx, name: string) => {
  const term = linkTermOf(name);
  if (term === undefined) return [];
  const { links, users, userSearchTerms } = tx.tables;
  const isTheirs = and(eq(links.userId, userSearchTerms.userId), eq(links.platform, "minecraft"));
  const isNamed = sql`lower(${links.name}) = ${sql.param(name.toLowerCase(), links.name)}`;
  const named = await tx
    .select({ externalId: links.externalId })
    .from(userSearchTerms)
    .innerJoin(links, isTheirs)
    .innerJoin(users, eq(users.id, links.userId))
    .where(and(eq(userSearchTerms.term, term), isNamed, isNull(users.deactivatedAt)))
    .limit(2);
  return named.map(({ externalId }) => externalId);
};

/**
 * Whom a vote is of. Voting sites know players of Minecraft by name, all others by id.
 * @throws {AppError} `not_found` for a name that several members have.
 */
const voterOf = async (tx: BridgeTx, vote: BridgeVote): Promise<PlayerAccount> => {
  const { username, uuid } = vote;
  const platform = platformOf(vote);
  const isName = uuid === undefined && platform === "minecraft" && MINECRAFT_NAME.test(username);
  const named = isName ? await findByName(tx, username) : [];
  if (named.length > 1) throw new AppError("member_unknown", BRIDGE.unknownPlayer);
  return { platform, playerId: uuid ?? named[0] ?? username };
};

/** @throws {AppError} `conflict` for another one there too soon, `too_many_requests` for too many. */
const countVote = async (tx: BridgeTx, userId: string, vote: CastVote) => {
  const count = (name: "votesByMemberAndSite" | "votesByMember", subject: string) =>
    tx.tryCount({ name, subject });
  const atPlace = await count("votesByMemberAndSite", placeOf(userId, vote));
  if (!atPlace.allowed)
    throw new AppError("vote_too_soon", BRIDGE.votedAlready, retryAfter(atPlace.retryAfterSeconds));
  assertAllowed(await count("votesByMember", userId));
};

/**
 * Rewards a vote, once however often and by whichever server it is told. That of a player who has not
 * linked their account, or not claimed the one that was moved in, is kept for 30 days, and credited when they do.
 * @throws {AppError} `forbidden` for another game or platform, `not_found` for a player of whom
 *   nothing can be kept, `conflict` for an account that earns none, for another vote on that site too
 *   soon, and where no more can be kept; `too_many_requests` where as many count as can for now.
 */
export const vote = async (ctx: BridgeCtx, input: BridgeVote): Promise<BridgeVoteAnswer> => {
  const { config } = ctx;
  assertGame(ctx, input.game, platformOf(input));
  return ctx.write(async (tx) => {
    const account = await voterOf(tx, input);
    const [player] = await findPlayers(tx, [account]);
    if (player === undefined || (player.isWaiting && player.isEligible)) {
      if (player === undefined) await assertUnlinked(tx, account);
      const { platform } = account;
      const isNamed = platform === "minecraft" && MINECRAFT_NAME.test(input.username);
      const known = isNamed && input.uuid !== undefined ? { alias: input.username } : {};
      const voter = { platform, playerId: asStored(account), ...known };
      return { state: "kept" as const, ...(await keepVote(tx, voter, input)) };
    }
    if (!player.isEligible) throw new AppError("account_retired", BRIDGE.retired);
    const { userId } = player;
    await assertMayEarn(tx, userId);
    const entry = voteEntryOf(userId, input, votePointsOf(config.community.rewards, input));
    const added = await addEntry(tx, entry);
    if (added.isNew) await countVote(tx, userId, input);
    // What a vote is worth may have been changed since it was told first.
    const bridgeEntry = toBridgeEntry(added, { ...entry, delta: added.delta });
    return { state: "credited" as const, ...bridgeEntry };
  });
};
