import { AppError } from "#server/core/errors.ts";
import { NO_STEAM_KEY } from "./refusals.ts";

/**
 * What older clients ask for, and nobody gets [LINK-16].
 * @throws {AppError} `forbidden`, whoever asks.
 */
export const refuseSteamKey = async (): Promise<never> => {
  throw new AppError("forbidden", NO_STEAM_KEY);
};
