import type { Config } from "#server/config/config.ts";
import type { Clock } from "#server/core/clock.ts";
import type { Breakers, Breaker } from "#server/providers/breaker.ts";
import type { Platform } from "#shared/constants/accounts.ts";
import { createDiscordIdentity } from "./discord.ts";
import { createEpicIdentity } from "./epic.ts";
import { createMinecraftIdentity } from "./minecraft.ts";
import { type IdentityProvider, IdentityFailure } from "./port.ts";
import { createSteamIdentity } from "./steam.ts";

/**
 * A provider that is not asked while its breaker is open: people are told what they are told of one
 * that is down. A whole flow counts as one call, since one of its hops may fail where others are well.
 */
export const guarded = (provider: IdentityProvider, breaker: Breaker): IdentityProvider => ({
  begin: (callbackUrl) => provider.begin(callbackUrl),
  finish: async (...answer) => {
    if (!breaker.admits()) throw new IdentityFailure("resting");
    try {
      const identity = await provider.finish(...answer);
      breaker.succeeded();
      return identity;
    } catch (error) {
      // What a person brings back may be anything: it must not close the door for others.
      if (!(error instanceof IdentityFailure)) breaker.dismissed();
      else if (error.detail === "client_refused") breaker.refused();
      else if (error.isProviders) breaker.failed(error.detail);
      else breaker.dismissed();
      throw error;
    }
  },
});

/** Null for what is not configured. */
export type IdentityProviders = Readonly<Record<Platform, IdentityProvider | null>>;

/**
 * Whatever proves accounts elsewhere, as it is configured.
 */
export const createIdentity = (
  { discord, steam, epic, microsoft }: Pick<Config, "discord" | "steam" | "epic" | "microsoft">,
  clock: Clock,
  breakers: Breakers,
): IdentityProviders => ({
  discord: discord && guarded(createDiscordIdentity(discord), breakers.discord),
  steam: steam && guarded(createSteamIdentity(steam, clock), breakers.steam),
  minecraft: microsoft && guarded(createMinecraftIdentity(microsoft), breakers.microsoft),
  epic: epic && guarded(createEpicIdentity(epic), breakers.epic),
});
