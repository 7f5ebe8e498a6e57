import {
  discordAccountOf,
  epicAccountOf,
  minecraftAccountOf,
  type ShownAccount,
} from "#server/modules/links/index.ts";
import {
  AUTH_FAILURES,
  type AuthFailure,
  type AuthMessage,
  type MinecraftFailure,
} from "#shared/auth-message.ts";
import type { Platform } from "#shared/constants/accounts.ts";
import { MINECRAFT_SENTENCES, PROOF_SENTENCES } from "#shared/proof-messages.ts";

/** Why a window has proven nothing. */
export type Failure = AuthFailure | MinecraftFailure;

const TYPES = {
  discord: { duplicate: "DISCORD_DUPLICATE_ERROR", failed: "DISCORD_AUTH_FAILED" },
  steam: { duplicate: "STEAM_DUPLICATE_ERROR", failed: "STEAM_AUTH_FAILED" },
  epic: { duplicate: "EPIC_DUPLICATE_ERROR", failed: "EPIC_AUTH_FAILED" },
  minecraft: { duplicate: "MINECRAFT_DUPLICATE_ERROR", failed: "MINECRAFT_AUTH_FAILED" },
} as const satisfies Readonly<Record<Platform, unknown>>;

const SUCCESSES: Readonly<Record<Platform, (account: ShownAccount) => AuthMessage>> = {
  discord: (account) => ({ type: "DISCORD_AUTH_SUCCESS", ...discordAccountOf(account) }),
  steam: (account) => ({ type: "STEAM_AUTH_SUCCESS", steamId: account.externalId }),
  epic: (account) => ({ type: "EPIC_AUTH_SUCCESS", ...epicAccountOf(account) }),
  minecraft: (account) => ({ type: "MINECRAFT_AUTH_SUCCESS", ...minecraftAccountOf(account) }),
};

const isCommon = (reason: Failure): reason is AuthFailure =>
  AUTH_FAILURES.some((common) => common === reason);

/** What a window tells its opener when it has proven an account [LINK-07]. */
export const successMessage = (platform: Platform, account: ShownAccount): AuthMessage =>
  SUCCESSES[platform](account);

/** What it tells where a member has linked the account already. */
export const duplicateMessage = (platform: Platform): AuthMessage => ({
  type: TYPES[platform].duplicate,
});

/** What it tells where it has proven nothing. */
export const failureMessage = (platform: Platform, reason: Failure): AuthMessage =>
  platform === "minecraft"
    ? { type: TYPES.minecraft.failed, reason }
    : // The other platforms know no other reasons.
      { type: TYPES[platform].failed, reason: isCommon(reason) ? reason : "garbage" };

/** The same in words, for the person who reads the window. */
export const failureSentence = (platform: Platform, reason: Failure): string =>
  isCommon(reason) ? PROOF_SENTENCES[platform][reason] : MINECRAFT_SENTENCES[reason];
