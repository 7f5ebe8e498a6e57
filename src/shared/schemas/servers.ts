import { z } from "zod/mini";
import { HISTORY_RANGES, NO_ANSWER_REASONS, SERVER_STATES } from "#shared/constants/games.ts";
import { communityServer, PROTOCOLS } from "./community/play.ts";

export const gameInput = z.object({ game: z.string().check(z.maxLength(100)) });

/** One record of `GET /api/server/{game}` [STATUS-01]. */
export const serverStatus = z.object({
  /** The community's own name of the server, such as "The Island". */
  name: z.string(),
  /** What the server calls itself; the community's name until it first answered. */
  serverName: z.string(),
  isOnline: z.boolean(),
  /** Empty until the server first answered. */
  version: z.string(),
  players: z.int(),
  maxPlayers: z.int(),
  voteUrl: z.nullable(z.string()),
  connectUrl: z.nullable(z.string()),
  connectInfo: z.string(),
});
export type ServerStatus = z.infer<typeof serverStatus>;

/** One row of the status table: the record, and what only our own client shows. */
export const serverRow = z.extend(serverStatus, {
  key: z.string(),
  game: z.string(),
  /** As the server names it; empty where the game names none, or before the first answer. */
  map: z.string(),
  state: z.enum(SERVER_STATES),
  /** When the present state began, ISO 8601; null while unknown. */
  since: z.nullable(z.iso.datetime()),
  /** When the server was last asked, ISO 8601; null before the first answer or miss. */
  checkedAt: z.nullable(z.iso.datetime()),
});
export type ServerRow = z.infer<typeof serverRow>;

/** The last 24 hours of one server. */
export const serverHistory = z.object({
  key: z.string(),
  /** End of the last point, ISO 8601. */
  until: z.iso.datetime(),
  /** Mean players of each quarter hour, oldest first, 96 of them; null where nothing was asked or answered. */
  points: z.array(z.nullable(z.number())),
  /** Most players seen in any point, 0 without one. */
  peak: z.int(),
  /** Share of answered probes, 0 to 1; null where nothing was asked. */
  uptime: z.nullable(z.number().check(z.minimum(0), z.maximum(1))),
});
export type ServerHistory = z.infer<typeof serverHistory>;

export const serverPastInput = z.object({
  key: z.string().check(z.maxLength(100)),
  range: z.enum(HISTORY_RANGES),
});

/** Players and uptime of one server over a stretch of time: at most 366 points, oldest first. */
export const serverPast = z.object({
  /** Start of the first point, ISO 8601. */
  from: z.iso.datetime(),
  /** Width of a point. */
  stepMs: z.int(),
  /** Mean players of each point; null where nothing was asked or answered. */
  players: z.array(z.nullable(z.number())),
  /** Most players seen in each point; null as above. */
  peaks: z.array(z.nullable(z.int())),
  /** Share of answered probes of each point, 0 to 1; null where nothing was asked. */
  uptime: z.array(z.nullable(z.number().check(z.minimum(0), z.maximum(1)))),
  /** Most players of all points; null without any. */
  peak: z.nullable(z.int()),
  /** Mean players of all answers; null without any. */
  mean: z.nullable(z.number()),
  /** Share of answered probes of all points; null where nothing was asked. */
  share: z.nullable(z.number().check(z.minimum(0), z.maximum(1))),
});
export type ServerPast = z.infer<typeof serverPast>;

/** All polled servers together. */
export const serversSummary = z.object({
  servers: z.int(),
  online: z.int(),
  /** Players on servers that are online. */
  players: z.int(),
  /** The same of each game. */
  games: z.record(z.string(), z.int()),
});
export type ServersSummary = z.infer<typeof serversSummary>;

/** The status that a page was rendered with. */
export type StatusSnapshot = {
  game: string;
  rows: readonly ServerRow[];
  summary: ServersSummary;
};

const { host, port, queryHost, queryPort } = communityServer.shape;

/** A server that need not be configured yet, and how it is asked: by the protocol of a game alone. */
export const serverQuestion = z.strictObject({
  protocol: z.enum(PROTOCOLS).check(z.refine((name) => name !== "none", "cannot be asked")),
  host,
  port,
  queryHost,
  queryPort,
  /** The port on which all servers of its game answer, where it is not the usual one. */
  gameQueryPort: queryPort,
});
export type ServerQuestion = z.output<typeof serverQuestion>;

/** What a server answered at once, or why it did not. */
export const serverAnswer = z.object({
  /** Where it was asked, such as `play.example.com:27015`. */
  address: z.string(),
  /** So long it took, in milliseconds. */
  tookMs: z.int(),
  /** Null where there was no answer. */
  reading: z.nullable(
    z.object({
      /** What the server calls itself. */
      name: z.string(),
      version: z.string(),
      players: z.int(),
      maxPlayers: z.int(),
      /** Null where its protocol names none. */
      map: z.nullable(z.string()),
    }),
  ),
  /** Null where there was one. */
  reason: z.nullable(z.enum(NO_ANSWER_REASONS)),
});
export type ServerAnswer = z.output<typeof serverAnswer>;
