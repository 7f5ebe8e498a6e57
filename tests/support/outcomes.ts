import type { Outcome } from "#server/modules/servers/ask.ts";
import type { GameReading } from "#server/providers/ports/outside.ts";

export const reading = (given: Partial<GameReading> = {}): GameReading => ({
  serverName: "Lynxden The Island",
  version: "361.7",
  players: 12,
  maxPlayers: 70,
  ...given,
});

export const answered = (key: string, given: Partial<GameReading> = {}): Outcome => ({
  key,
  game: "ark-se",
  reading: reading(given),
});

export const missed = (key: string): Outcome => ({ key, game: "ark-se", reading: null });
