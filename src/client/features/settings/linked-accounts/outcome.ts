import type { AuthFailure, AuthMessage, MinecraftFailure } from "#shared/auth-message.ts";
import type { Platform } from "#shared/constants/accounts.ts";
import { pageFailure, PROOF_SENTENCES } from "#shared/proof-messages.ts";

/** What a sign-in window brought, as the tab that opened it sees it. */
export type Outcome =
  | { kind: "proven"; platform: "discord" | "steam"; externalId: string }
  /** Its window has linked the account already. */
  | { kind: "linked"; platform: "minecraft" | "epic" }
  | { kind: "problem"; platform: Platform; text: string };

const duplicate = (platform: Platform): Outcome => ({
  kind: "problem",
  platform,
  text: PROOF_SENTENCES[platform].linked,
});

const failure = (platform: Platform, reason: AuthFailure | MinecraftFailure): Outcome => ({
  kind: "problem",
  platform,
  text: pageFailure(platform, reason),
});

/** Reads what a window tells [LINK-07]. */
export const outcomeOf = (message: AuthMessage): Outcome => {
  switch (message.type) {
    case "DISCORD_AUTH_SUCCESS":
      return { kind: "proven", platform: "discord", externalId: message.discordId };
    case "STEAM_AUTH_SUCCESS":
      return { kind: "proven", platform: "steam", externalId: message.steamId };
    case "MINECRAFT_AUTH_SUCCESS":
      return { kind: "linked", platform: "minecraft" };
    case "EPIC_AUTH_SUCCESS":
      return { kind: "linked", platform: "epic" };
    case "DISCORD_DUPLICATE_ERROR":
      return duplicate("discord");
    case "STEAM_DUPLICATE_ERROR":
      return duplicate("steam");
    case "MINECRAFT_DUPLICATE_ERROR":
      return duplicate("minecraft");
    case "EPIC_DUPLICATE_ERROR":
      return duplicate("epic");
    case "DISCORD_AUTH_FAILED":
      return failure("discord", message.reason);
    case "STEAM_AUTH_FAILED":
      return failure("steam", message.reason);
    case "MINECRAFT_AUTH_FAILED":
      return failure("minecraft", message.reason);
    default:
      return failure("epic", message.reason);
  }
};
