import { assertMay } from "#server/access/rights.ts";
import { type GameServer, queryPortOf } from "#server/config/community.ts";
import type { MemberCtx } from "#server/context/context.ts";
import { systemTimer, type Timer } from "#server/core/clock.ts";
import type { ServerAnswer, ServerQuestion } from "#shared/schemas/servers.ts";
import { askOne } from "./ask.ts";

/** The server as if it were configured. */
const serverOf = ({ gameQueryPort, queryHost, ...given }: ServerQuestion): GameServer => ({
  key: "asked-now",
  game: "asked-now",
  name: "",
  join: "address",
  voteUrl: null,
  host: given.host,
  port: given.port,
  protocol: given.protocol,
  queryHost: queryHost ?? given.host,
  queryPort: queryPortOf(given, gameQueryPort),
});

const addressOf = ({ queryHost, queryPort }: GameServer): string =>
  `${queryHost.includes(":") ? `[${queryHost}]` : queryHost}:${queryPort}`;

/**
 * Asks a game server once, as an Admin has it in the form, and records nothing of it [SITE-10].
 *
 * It may be where a configured server may be, which is asked every few seconds by whatever Admin publishes
 * it: at any host name or address, those within the own network among them, where game servers often are.
 * Nothing else is asked than there: the protocol is that of a game, of HTTP there is the one path of an Eco
 * server, without redirects, and what comes back is read as a status or not at all. No answer is told but
 * that status, or one of a few reasons.
 * @throws {AppError} `too_many_requests`.
 */
export const askServerNow = async (
  ctx: MemberCtx,
  question: ServerQuestion,
  timer: Timer = systemTimer,
): Promise<ServerAnswer> => {
  await ctx.write(async (tx) => {
    await assertMay(tx, "site");
    await tx.count("serverQuestionsByMember", tx.actor.userId);
  });
  const server = serverOf(question);
  const { signal } = new AbortController();
  const beganMs = timer.nowMs();
  const { reading, reason } = await askOne(ctx.gameQuery, server, signal, timer);
  return {
    address: addressOf(server),
    tookMs: Math.round(timer.nowMs() - beganMs),
    reading: reading && {
      name: reading.serverName,
      version: reading.version,
      players: reading.players,
      maxPlayers: reading.maxPlayers,
      map: reading.map ?? null,
    },
    reason,
  };
};
