import { and, eq, isNull, sql } from "drizzle-orm";
import { assertAllowed } from "#server/auth/limits.ts";
import type { BridgeCtx, BridgeTx } from "#server/context/context.ts";
import { AppError, retryAfter } from "#server/core/errors.ts";
import { asStored, assertUnlinked, findPlayers } from "#server/modules/links/index.ts";
import { linkTermOf } from "#server/modules/members/index.ts";
import { addEntry } from "#server/modules/points/index.ts";
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
import type { BridgeVote, BridgeVoteAnswer, PlayerAccount } from "#shared/schemas/bridge.ts";
import { assertGame } from "./access.ts";
import { toBridgeEntry } from "./entry.ts";

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
