import type { RequestCtx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { REGISTRATION } from "#shared/messages.ts";

/**
 * Which Discord application this site is.
 * @throws {AppError} `unavailable` where Discord is not configured.
 */
export const readDiscordClient = async ({ config }: RequestCtx): Promise<{ clientId: string }> => {
  if (config.discord === null) throw new AppError("unavailable", REGISTRATION.discordUnavailable);
  return { clientId: config.discord.clientId };
};
