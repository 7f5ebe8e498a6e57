import { and, eq, isNull, sql } from "drizzle-orm";
import type { BridgeEntry, BridgeVote, PlayerAccount } from "#shared/schemas/bridge.ts";
import { assertAllowed, countAttempt } from "#server/auth/limits.ts";
import { hashOf } from "#server/auth/secrets.ts";
import type { BridgeContext } from "#server/context.ts";
import { eligibleMember } from "#server/modules/links/index.ts";
import { linkWordOf } from "#server/modules/members/index.ts";
import { addEntry } from "#server/modules/points/index.ts";
import type { Tx } from "#server/store/store.ts";
import { assertGame } from "./access.ts";
import { toBridgeEntry } from "./entry.ts";

/** What no player's id on Minecraft is, but every name. */
const MINECRAFT_NAME = /^\w{1,16}$/;

/**
 * The account of a Minecraft name, where one member alone has linked one of that name. Anybody can
 * make a voting site tell of any name: one word of it is looked up, so that none makes us walk.
 */
const findByName = async ({ store }: BridgeContext, tx: Tx, name: string) => {
  const word = linkWordOf(name);
  if (word === undefined) return undefined;
  const { links, users, userWords } = store.tables;
  const isTheirs = and(eq(links.userId, userWords.userId), eq(links.platform, "minecraft"));
  const isNamed = sql`lower(${links.name}) = ${sql.param(name.toLowerCase(), links.name)}`;
  const named = await tx
    .select({ externalId: links.externalId })
    .from(userWords)
    .innerJoin(links, isTheirs)
    .innerJoin(users, eq(users.id, links.userId))
    .where(and(eq(userWords.word, word), isNamed, isNull(users.deactivatedAt)))
    .limit(2);
  return named.length === 1 ? named[0]?.externalId : undefined;
};

/** Whom a vote is of. Voting sites know players of Minecraft by name, all others by id. */
const voterOf = async (ctx: BridgeContext, tx: Tx, vote: BridgeVote): Promise<PlayerAccount> => {
  const { game, username, uuid } = vote;
  const platform = vote.platform ?? (game === "minecraft" ? "minecraft" : "steam");
  const isName = uuid === undefined && platform === "minecraft" && MINECRAFT_NAME.test(username);
  const named = isName ? await findByName(ctx, tx, username) : undefined;
  return { platform, playerId: uuid ?? named ?? username };
};

/**
 * Rewards a vote, once however often and by whichever server it is told.
 * @throws {AppError} `forbidden` for another game, `not_found` for an unknown player, `conflict` for
 *   an account that earns none, `too_many_requests` where the member has voted as often as counts.
 */
export const vote = async (ctx: BridgeContext, input: BridgeVote): Promise<BridgeEntry> => {
  const { store, clock, config } = ctx;
  const { game, server, serviceName, timestamp } = input;
  assertGame(ctx, game);
  const { rewards, limits } = config.community;
  return store.write(async (tx) => {
    const userId = await eligibleMember(ctx, tx, await voterOf(ctx, tx, input));
    const place = JSON.stringify([userId, game, server, serviceName]);
    const reference = `vote:${hashOf(`${place} ${timestamp}`)}`;
    const reason = `Vote on ${serviceName}${server === "" ? "" : ` for ${server}`}`;
    const entry = { userId, kind: "vote", delta: rewards.votePoints, reason, game } as const;
    const added = await addEntry(store, tx, clock, { ...entry, reference, actorId: null });
    if (added.isNew) {
      const count = (name: "votesByMemberAndSite" | "votesByMember", subject: string) =>
        countAttempt(store, tx, clock, name, subject, limits[name]);
      assertAllowed(await count("votesByMemberAndSite", place));
      assertAllowed(await count("votesByMember", userId));
    }
    // What a vote is worth may have been changed since it was told first.
    return toBridgeEntry(added, { ...entry, delta: added.delta });
  });
};
