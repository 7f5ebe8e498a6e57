import type { Environment } from "./environment.ts";

/** What the matchmaking service of Ark: Survival Ascended needs. */
export type MatchmakingConfig = {
  base: string;
  clientId: string;
  clientSecret: string;
  deploymentId: string;
};

/** Where Discord is, and which of its applications this site is. */
export type DiscordConfig = {
  authorizeUrl: string;
  tokenUrl: string;
  /** Without a trailing slash, like the next. */
  apiBase: string;
  /** Where its pictures are. */
  cdnBase: string;
  clientId: string;
  clientSecret: string;
};

/** Where Steam is, and the key to what it tells of its players. */
export type SteamConfig = {
  /** The endpoint that people are sent to, that their answers must name, and that is asked. */
  openIdUrl: string;
  apiBase: string;
  /** Where its pictures are. */
  avatarBase: string;
  webApiKey: string;
};

/** Where Epic is, and which of its applications this site is. */
export type EpicConfig = {
  authorizeUrl: string;
  tokenUrl: string;
  apiBase: string;
  clientId: string;
  clientSecret: string;
};

/** Where Microsoft, Xbox and Minecraft are, and which application this site is. */
export type MicrosoftConfig = {
  authorizeUrl: string;
  tokenUrl: string;
  xboxBase: string;
  xstsBase: string;
  minecraftBase: string;
  /** Where skins are. */
  texturesBase: string;
  clientId: string;
  clientSecret: string;
};

export type ProvidersConfig = {
  /** Null where it is not configured: then people register without a Discord account. */
  discord: DiscordConfig | null;
  /** Null where it is not configured: then nobody can link a Steam account. Likewise the next two. */
  steam: SteamConfig | null;
  epic: EpicConfig | null;
  microsoft: MicrosoftConfig | null;
};

/** All of it, or null where nothing is set. @param problems what is wrong is added to it. */
export const readMatchmaking = (env: Environment, problems: string[]): MatchmakingConfig | null => {
  const clientId = env.EPIC_MATCHMAKING_CLIENT_ID;
  const clientSecret = env.EPIC_MATCHMAKING_CLIENT_SECRET;
  const deploymentId = env.EPIC_MATCHMAKING_DEPLOYMENT_ID;
  if (clientId && clientSecret && deploymentId)
    return { base: env.EPIC_API_BASE, clientId, clientSecret, deploymentId };
  if (clientId || clientSecret || deploymentId)
    problems.push(
      "environment: EPIC_MATCHMAKING_CLIENT_ID, EPIC_MATCHMAKING_CLIENT_SECRET and EPIC_MATCHMAKING_DEPLOYMENT_ID belong together: set all three or none",
    );
  return null;
};

/** Id and secret of an application: both, or none where the provider is not used. */
const readClient = (
  env: Environment,
  provider: "DISCORD" | "EPIC" | "MICROSOFT",
  problems: string[],
): { clientId: string; clientSecret: string } | null => {
  const clientId = env[`${provider}_CLIENT_ID`];
  const clientSecret = env[`${provider}_CLIENT_SECRET`];
  if (clientId && clientSecret) return { clientId, clientSecret };
  if (clientId || clientSecret)
    problems.push(
      `environment: ${provider}_CLIENT_ID and ${provider}_CLIENT_SECRET belong together: set both or none`,
    );
  return null;
};

/** Where people prove accounts elsewhere. @param problems what is wrong is added to it. */
export const readProviders = (env: Environment, problems: string[]): ProvidersConfig => {
  const discord = readClient(env, "DISCORD", problems);
  const epic = readClient(env, "EPIC", problems);
  const microsoft = readClient(env, "MICROSOFT", problems);
  const webApiKey = env.STEAM_WEB_API_KEY;
  return {
    discord: discord && {
      authorizeUrl: env.DISCORD_AUTHORIZE_URL,
      tokenUrl: env.DISCORD_TOKEN_URL,
      apiBase: env.DISCORD_API_BASE,
      cdnBase: env.DISCORD_CDN_BASE,
      ...discord,
    },
    steam:
      webApiKey === undefined
        ? null
        : {
            openIdUrl: env.STEAM_OPENID_URL,
            apiBase: env.STEAM_API_BASE,
            avatarBase: env.STEAM_AVATAR_BASE,
            webApiKey,
          },
    epic: epic && {
      authorizeUrl: env.EPIC_AUTHORIZE_URL,
      tokenUrl: env.EPIC_TOKEN_URL,
      apiBase: env.EPIC_API_BASE,
      ...epic,
    },
    microsoft: microsoft && {
      authorizeUrl: env.MICROSOFT_AUTHORIZE_URL,
      tokenUrl: env.MICROSOFT_TOKEN_URL,
      xboxBase: env.XBOX_API_BASE,
      xstsBase: env.XSTS_API_BASE,
      minecraftBase: env.MINECRAFT_API_BASE,
      texturesBase: env.MINECRAFT_TEXTURES_BASE,
      ...microsoft,
    },
  };
};
