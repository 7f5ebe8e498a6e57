import type { RequestLines } from "#server/config/config.ts";
import type { Log } from "#server/core/log.ts";
import { isProbePath } from "./health.ts";
import { isApiPath } from "./request-target.ts";

/** Below here a plugin names a player: by platform, and by an id or name of any form. */
const PLAYERS = "/bridge/players/";
/** Ids of platforms and people, wherever somebody may have put them. */
const ID = /^(?:\d{15,20}|[\da-f]{32}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i;

const isAddress = (segment: string) => segment.includes("@") || segment.includes("%40");
const masked = (segment: string) => (ID.test(segment) || isAddress(segment) ? "{id}" : segment);

/**
 * A path as the request log may show it: without what says who a person is.
 * @param path as sent, without query.
 */
const loggedPath = (path: string): string => {
  const start = path.toLowerCase().indexOf(PLAYERS);
  if (start < 0) return path.split("/").map(masked).join("/");
  const end = start + PLAYERS.length;
  const [platform = "", player, ...rest] = path.slice(end).split("/");
  const named = player === undefined ? masked(platform) : `${masked(platform)}/{playerId}`;
  return [path.slice(0, end) + named, ...rest.map(masked)].join("/");
};

/** Pictures have folders of their own; other files have a name with an ending. */
const FILE = /^\/(?:media|pictures)\/|\.[a-z\d]+$/i;

/** What kind of request it is, for the choice of those that leave a line. */
const classOf = (path: string): "health" | "api" | "assets" | "pages" => {
  if (isProbePath(path)) return "health";
  if (isApiPath(path) || path.startsWith("/auth/")) return "api";
  return FILE.test(path) ? "assets" : "pages";
};

/** Of several calls in one request some were refused, or for different reasons. */
const SOME_REFUSED = 207;

/** Whether something was refused or has failed. */
export const isRefused = (status: number): boolean => status >= 400 || status === SOME_REFUSED;

export type RequestLine = {
  method: string;
  /** As sent, without query. */
  path: string;
  status: number;
  ms: number;
  requestId: string;
  /** The client's network; only of what was refused. */
  network?: string | undefined;
};

/** Writes the lines of the log that tell of requests, of those that the owner wants to see. */
export const createRequestLines = (log: Log, wanted: RequestLines) => {
  /** Probes fail by the second while the database is away, which has a line of its own. */
  const isWanted = (path: string, status: number): boolean => {
    const kind = classOf(path);
    return wanted.has(kind) || (kind !== "health" && wanted.has("errors") && isRefused(status));
  };
  return {
    isWanted,
    write: ({ method, path, status, ms, requestId, network: address }: RequestLine) => {
      log.info("request", {
        method,
        path: loggedPath(path),
        status,
        ms: Math.round(ms * 100) / 100,
        requestId,
        address,
      });
    },
  };
};
