import { AppError } from "#server/errors.ts";
import { NO_STEAM_KEY } from "./refusals.ts";

/**
 * What the specification's client asks for, and nobody gets.
 * @throws {AppError} `forbidden`, whoever asks.
 */
export const refuseSteamKey = async (): Promise<never> => {
  throw new AppError("forbidden", NO_STEAM_KEY);
};
