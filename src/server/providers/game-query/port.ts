import type { GameServer } from "#server/config/community.ts";
import type { NoAnswerReason } from "#shared/constants/games.ts";
import type { Protocol } from "#shared/schemas/community/play.ts";

/** What a game server says about itself: cleaned text, whole numbers from 0 to 1,000,000. */
export type GameReading = {
  /** At most 120 characters. Empty only where a Minecraft server has no description. */
  serverName: string;
  /** At most 40 characters. */
  version: string;
  players: number;
  maxPlayers: number;
  /** At most 60 characters; absent where the protocol names none. */
  map?: string;
};

/** The capability "ask a game server how it is", whatever protocol its game speaks. */
export type GameQuery = {
  /** False for `none`, and for protocols whose access is not configured. */
  canAsk(protocol: Protocol): boolean;
  /**
   * Asks one server, once.
   * @param signal ends the question; the deadline is the caller's, name resolution included.
   * @throws {NoAnswer} on anything that is not a proper answer.
   */
  ask(server: GameServer, signal: AbortSignal): Promise<GameReading>;
};

/** Why there is no reading. Carries nothing that came from outside. */
export class NoAnswer extends Error {
  override readonly name = "NoAnswer";
  constructor(readonly reason: NoAnswerReason) {
    super(`The game server gave no answer: ${reason}.`);
  }
}
