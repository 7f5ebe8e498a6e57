import type { Outages } from "#sandbox/outages.ts";
import { createDiscord, DISCORD_ACCESS, DISCORD_PATHS } from "./discord.ts";
import { createEpic, EPIC_ACCESS, EPIC_PATHS } from "./epic.ts";
import { createMicrosoft, MICROSOFT_ACCESS, MICROSOFT_PATHS } from "./microsoft.ts";
import { createSteam, STEAM_KEY, STEAM_PATHS } from "./steam.ts";

/** All who prove who somebody is. */
export type IdentityWorld = {
  /** Null where the path is nobody's. */
  handle(request: Request, path: string): Promise<Response | null>;
};

/** Discord, Steam, Epic Games, and Microsoft with Xbox and Minecraft. */
export const createIdentityWorld = (outages: Outages): IdentityWorld => {
  const providers = [createDiscord, createSteam, createEpic, createMicrosoft].map((create) =>
    create(outages),
  );
  return {
    handle: async (request, path) => {
      for (const { handle } of providers) {
        const answer = await handle(request, path);
        if (answer !== null) return answer;
      }
      return null;
    },
  };
};

/** What a site's environment has to say of them. @param url the sandbox's origin. */
export const identityEnvironment = (url: string): Readonly<Record<string, string>> => ({
  DISCORD_CLIENT_ID: DISCORD_ACCESS.clientId,
  DISCORD_CLIENT_SECRET: DISCORD_ACCESS.clientSecret,
  DISCORD_AUTHORIZE_URL: `${url}${DISCORD_PATHS.authorize}`,
  DISCORD_TOKEN_URL: `${url}${DISCORD_PATHS.token}`,
  DISCORD_API_BASE: `${url}${DISCORD_PATHS.api}`,
  DISCORD_CDN_BASE: `${url}${DISCORD_PATHS.cdn}`,
  STEAM_WEB_API_KEY: STEAM_KEY,
  STEAM_OPENID_URL: `${url}${STEAM_PATHS.openId}`,
  STEAM_API_BASE: `${url}${STEAM_PATHS.api}`,
  STEAM_AVATAR_BASE: `${url}${STEAM_PATHS.avatars}`,
  EPIC_CLIENT_ID: EPIC_ACCESS.clientId,
  EPIC_CLIENT_SECRET: EPIC_ACCESS.clientSecret,
  EPIC_AUTHORIZE_URL: `${url}${EPIC_PATHS.authorize}`,
  EPIC_TOKEN_URL: `${url}${EPIC_PATHS.token}`,
  MICROSOFT_CLIENT_ID: MICROSOFT_ACCESS.clientId,
  MICROSOFT_CLIENT_SECRET: MICROSOFT_ACCESS.clientSecret,
  MICROSOFT_AUTHORIZE_URL: `${url}${MICROSOFT_PATHS.authorize}`,
  MICROSOFT_TOKEN_URL: `${url}${MICROSOFT_PATHS.token}`,
  XBOX_API_BASE: `${url}${MICROSOFT_PATHS.xbox}`,
  XSTS_API_BASE: `${url}${MICROSOFT_PATHS.xsts}`,
  MINECRAFT_API_BASE: `${url}${MICROSOFT_PATHS.minecraft}`,
  MINECRAFT_TEXTURES_BASE: `${url}${MICROSOFT_PATHS.textures}`,
});
