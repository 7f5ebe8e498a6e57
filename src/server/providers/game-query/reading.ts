import { cleanLine } from "#server/providers/clean-line.ts";
import type { GameReading } from "./port.ts";

export const SERVER_NAME_MAX = 120;
const VERSION_MAX = 40;
const MAP_MAX = 60;
const PLAYERS_MAX = 1_000_000;

const count = (raw: number) =>
  Number.isNaN(raw) ? 0 : Math.min(Math.max(Math.trunc(raw), 0), PLAYERS_MAX);

/** The one function through which a protocol's findings become a reading. */
export const toReading = (raw: GameReading): GameReading => ({
  serverName: cleanLine(raw.serverName, SERVER_NAME_MAX),
  version: cleanLine(raw.version, VERSION_MAX),
  players: count(raw.players),
  maxPlayers: count(raw.maxPlayers),
  ...(raw.map !== undefined && { map: cleanLine(raw.map, MAP_MAX) }),
});
