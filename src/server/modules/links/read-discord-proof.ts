import { readProof } from "#server/auth/proofs.ts";
import type { RequestCtx } from "#server/context/context.ts";
import type { DiscordAccount } from "#shared/schemas/accounts.ts";
import { discordAccountOf } from "./wire.ts";

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
