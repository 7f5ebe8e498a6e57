/**
 * How an imitated server behaves while it is online: `truncated` it stops in the middle of its answer,
 * `wrong-type` it answers something else, `redirect` it names another host, or lets another answer.
 */
export const MODES = [
  "ok",
  "silent",
  "garbage",
  "slow",
  "truncated",
  "wrong-type",
  "redirect",
] as const;
export type Mode = (typeof MODES)[number];

/** Longer than anybody should wait. */
export const SLOW_MS = 6000;

/** What a protocol needs to know of the server it speaks for, at the moment it is asked. */
export type ServerInfo = {
  /** Name of the game itself. */
  title: string;
  serverName: string;
  version: string;
  map: string;
  players: number;
  maxPlayers: number;
  mode: Mode;
};

/** An open socket that answers for one server. */
export type Listener = { port: number; close(): Promise<void> };

/** Opens one on the loopback interface; port 0 leaves the choice to the system. */
export type Listen = (port: number, serverInfo: () => ServerInfo) => Promise<Listener>;
