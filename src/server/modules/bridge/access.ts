import type { BridgeGame } from "#shared/constants/points.ts";
import { BRIDGE } from "#shared/messages.ts";
import type { BridgeContext } from "#server/context.ts";
import { refusal } from "#server/errors.ts";

/** @throws {AppError} `forbidden` where the key does not speak for that game. */
export const assertGame = ({ actor }: BridgeContext, game: BridgeGame): void => {
  if (!actor.games.includes(game)) throw refusal("key_game", BRIDGE.lacksGame);
};
