import { readProof } from "#server/auth/proofs.ts";
import type { RequestCtx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { REGISTRATION } from "#shared/account-messages.ts";
import type { DiscordAccount } from "#shared/schemas/accounts.ts";
import { discordAccountOf } from "./wire.ts";

/**
 * Which Discord application this site is.
 * @throws {AppError} `unavailable` where Discord is not configured.
 */
export const readDiscordClient = async ({ config }: RequestCtx): Promise<{ clientId: string }> => {
  if (config.discord === null) throw new AppError("unavailable", REGISTRATION.discordUnavailable);
  return { clientId: config.discord.clientId };
};

/** The Discord account that this browser has proven, for as long as the proof is good. */
export const readDiscordProof = async ({
  read,
  browser,
}: RequestCtx): Promise<DiscordAccount | null> => {
  if (browser.secret === null) return null;
  const whose = { browserSecret: browser.secret, platform: "discord" } as const;
  const proof = await readProof(read, whose);
  return proof === null ? null : discordAccountOf(proof);
};
