import type { Config } from "#server/config/config.ts";
import type { Clock } from "#server/core/clock.ts";
import type { Breakers } from "#server/providers/breaker.ts";
import type { Platform } from "#shared/constants/accounts.ts";
import { createDiscordIdentity } from "./discord.ts";
import { createEpicIdentity } from "./epic.ts";
import { guarded } from "./guarded.ts";
import { createMinecraftIdentity } from "./minecraft.ts";
import type { IdentityProvider } from "./port.ts";
import { createSteamIdentity } from "./steam.ts";

/** Null for what is not configured. */
export type IdentityProviders = Readonly<Record<Platform, IdentityProvider | null>>;

/**
 * Whatever proves accounts elsewhere, as it is configured.
 * @param timeoutMs deadline of each question, in milliseconds, in place of the usual one.
 */
export const createIdentity = (
  { discord, steam, epic, microsoft }: Pick<Config, "discord" | "steam" | "epic" | "microsoft">,
  clock: Clock,
  breakers: Breakers,
  timeoutMs?: number,
): IdentityProviders => ({
  discord: discord && guarded(createDiscordIdentity(discord, timeoutMs), breakers.discord),
  steam: steam && guarded(createSteamIdentity(steam, clock, timeoutMs), breakers.steam),
  minecraft:
    microsoft && guarded(createMinecraftIdentity(microsoft, timeoutMs), breakers.microsoft),
  epic: epic && guarded(createEpicIdentity(epic, timeoutMs), breakers.epic),
});
