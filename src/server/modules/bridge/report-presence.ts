import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { and, eq, inArray } from "drizzle-orm";
import type { BridgeCtx, BridgeTx } from "#server/context/context.ts";
import { findPlayers } from "#server/modules/links/index.ts";
import { findStruck } from "#server/modules/strikes/index.ts";
import { BRIDGE } from "#shared/bridge-messages.ts";
import { GAME_PLATFORMS } from "#shared/constants/accounts.ts";
import { gameOf } from "#shared/rules/community.ts";
import {
  type PlayerAccount,
  playerAccount,
  type PresenceAnswer,
  type PresenceReport,
} from "#shared/schemas/bridge.ts";
import { assertGame, assertServer, knowsPlatform } from "./players.ts";
import { addPlayTime, passivePointsOf, quarterOf } from "./presence.ts";

/** Few enough for no visitor to wait for them. */
const SLICE = 50;

type Played = { quarter: Date; game: string; server: string | undefined };

/**
 * Writes down, in the caller's transaction, those who were not known to play in this quarter of an
 * hour, or whom nothing that was known of it had earned anything.
 * @param worth of it, by member.
 */
const note = async (
  tx: BridgeTx,
  { quarter, game, server = "" }: Played,
  worth: ReadonlyMap<string, number>,
): Promise<void> => {
  const { presence: t } = tx.tables;
  const rows = Array.from(worth, ([userId, points]) => ({
    quarter,
    userId,
    game,
    points,
    isCredited: points === 0,
  }));
  if (rows.length === 0) return;
  const added = await tx
    .insert(t)
    .values(rows)
    .onConflictDoNothing()
    .returning({ userId: t.userId });
  const isNew = new Set(added.map(({ userId }) => userId));
  const better = rows.filter(({ userId, points }) => points > 0 && !isNew.has(userId));
  const ids = better.map(({ userId }) => userId);
  const isWorthless = and(eq(t.quarter, quarter), inArray(t.userId, ids), eq(t.points, 0));
  // Mostly nobody: the quarter is reported over and over.
  const due =
    ids.length === 0 ? [] : await tx.select({ userId: t.userId }).from(t).where(isWorthless);
  const raised: typeof rows = [];
  for (const row of better.filter(({ userId }) => due.some((one) => one.userId === userId))) {
    const isRow = and(isWorthless, eq(t.userId, row.userId));
    const changed = await tx.update(t).set(row).where(isRow).returning({ id: t.userId });
    if (changed.length > 0) raised.push(row);
  }
  const played = (quarters: number, { userId, points }: (typeof rows)[number]) => ({
    userId,
    points,
    quarters,
  });
  await addPlayTime(tx, { quarter, game, server }, [
    ...rows.filter(({ userId }) => isNew.has(userId)).map((row) => played(1, row)),
    ...raised.map((row) => played(0, row)),
  ]);
};

/** Writes down those of some players who have linked their account. @returns who of them earn. */
const noteSome = (
  ctx: BridgeCtx,
  played: Played,
  players: readonly PlayerAccount[],
): Promise<string[]> =>
  ctx.write(async (tx) => {
    const found = await findPlayers(tx, players);
    const eligible = found.filter(({ isEligible }) => isEligible);
    const isPassive = gameOf(tx.config.community.games, played.game).earnsPoints;
    // Those who have not claimed their account play for nothing until they do [MOVE-07].
    const claimed = eligible.filter(({ isWaiting }) => !isWaiting).map(({ userId }) => userId);
    const struck = await findStruck(tx, isPassive ? claimed : [], "earning");
    const paid = new Set(isPassive ? claimed.filter((id) => !struck.has(id)) : []);
    const earning = await passivePointsOf(tx, [...paid]);
    await note(
      tx,
      played,
      new Map(eligible.map(({ userId }) => [userId, earning.get(userId) ?? 0])),
    );
    return [...earning.keys()];
  });

/**
 * Writes down who plays now, for the quarter of an hour that it is, through a link that counts. Those
 * earn by it who play a game with passive points, with a tier that has some [POINTS-05]. What a
 * quarter is worth is decided by the first report that finds it worth something, and credited by a
 * job; a strike that forbids earning makes it worth nothing; where it was spent, by the first of all. A line that is bad is named in the answer; the others
 * count.
 * @throws {AppError} `forbidden` for another game, `not_found` for a server that is none of its.
 */
export const reportPresence = async (
  ctx: BridgeCtx,
  report: PresenceReport,
): Promise<PresenceAnswer> => {
  const { game, server } = report;
  assertGame(ctx, game);
  assertServer(ctx, game, server);
  const { accounts, refused } = readLines(ctx, report);
  const quarter = quarterOf(ctx.clock.now());
  const earning = new Set<string>();
  for (let start = 0; start < accounts.length; start += SLICE) {
    if (start > 0) await yieldToEventLoop();
    const some = accounts.slice(start, start + SLICE);
    for (const userId of await noteSome(ctx, { quarter, game, server }, some)) earning.add(userId);
  }
  return {
    quarter: quarter.toISOString(),
    accepted: accounts.length,
    earning: earning.size,
    refused,
  };
};

type Refused = PresenceAnswer["refused"][number];
type Judged = { account: PlayerAccount } | Pick<Refused, "code" | "message">;

/** So much of what was sent is said back. */
const SHOWN_MAX = 64;

const fieldOf = (line: unknown, field: keyof PlayerAccount): unknown =>
  typeof line === "object" && line !== null && field in line
    ? (line as Partial<Record<typeof field, unknown>>)[field]
    : undefined;

const judge = (ctx: BridgeCtx, line: unknown, game: string): Judged => {
  const platform = fieldOf(line, "platform");
  const isUnknown = typeof platform === "string" && !GAME_PLATFORMS.some((is) => is === platform);
  if (isUnknown) return { code: "platform_unknown", message: BRIDGE.unknownPlatform };
  const parsed = playerAccount.safeParse(line);
  if (!parsed.success) return { code: "bad_request", message: BRIDGE.badLine };
  return knowsPlatform(ctx, game, parsed.data.platform)
    ? { account: parsed.data }
    : { code: "key_platform", message: BRIDGE.wrongPlatform };
};

/** Judges each line of a report for itself: one that is bad costs nobody else's quarter of an hour. */
const readLines = (ctx: BridgeCtx, { game, players }: PresenceReport) => {
  const accounts: PlayerAccount[] = [];
  const refused: Refused[] = [];
  for (const [index, line] of players.entries()) {
    const judged = judge(ctx, line, game);
    if ("account" in judged) accounts.push(judged.account);
    else {
      const id = fieldOf(line, "playerId");
      const playerId = typeof id === "string" ? id.slice(0, SHOWN_MAX) : null;
      refused.push({ index, playerId, ...judged });
    }
  }
  return { accounts, refused };
};
