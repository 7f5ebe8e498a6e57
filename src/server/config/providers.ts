import { resolve } from "node:path";
import { HOUR_MS } from "#shared/constants/time.ts";
import type { Environment } from "./environment.ts";

/** A bucket, and how its service is spoken to. */
export type BucketConfig = {
  bucket: string;
  /** What the names of its files begin with: empty, or with a slash at its end. */
  prefix: string;
  endpoint: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
};

/** Backups that the site makes by itself. */
export type BackupConfig = {
  /** Every so many milliseconds, or every day at a time ("04:30") where the community is. */
  every: { ms: number } | { time: string };
  /** How many are kept: the newest. */
  keep: number;
  to: { folder: string } | BucketConfig;
  /** As it is configured, for people. */
  place: string;
};

/**
 * The bucket of `s3://bucket/prefix`; null where its key is missing.
 * @param variable which names the place.
 * @param problems what is wrong is added to it.
 */
export const readBucket = (
  variable: string,
  place: string,
  env: Environment,
  problems: string[],
): BucketConfig | null => {
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if (accessKeyId === undefined || secretAccessKey === undefined) {
    problems.push(
      `environment: ${variable} is ${place}, so S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY have to be set: the key of a user who may list, read, write and delete in that bucket`,
    );
    return null;
  }
  const [bucket = "", ...parts] = place.slice("s3://".length).split("/").filter(Boolean);
  const prefix = parts.map((part) => `${part}/`).join("");
  return {
    bucket,
    prefix,
    endpoint: env.S3_ENDPOINT ?? `https://s3.${env.S3_REGION}.amazonaws.com`,
    region: env.S3_REGION,
    accessKeyId,
    secretAccessKey,
  };
};

/**
 * Null where the site makes none.
 * @param isEverySet whether somebody said how often.
 * @param problems what is wrong is added to it.
 */
export const readBackups = (
  env: Environment,
  isEverySet: boolean,
  problems: string[],
): BackupConfig | null => {
  const { BACKUP_TO: place, BACKUP_EVERY: every, BACKUP_KEEP: keep } = env;
  if (place === undefined) {
    if (isEverySet)
      problems.push(
        "environment: BACKUP_EVERY needs BACKUP_TO: a folder, such as BACKUP_TO=/var/backups/lynxden, or a bucket, such as BACKUP_TO=s3://my-bucket/lynxden",
      );
    return null;
  }
  const to = place.startsWith("s3://")
    ? readBucket("BACKUP_TO", place, env, problems)
    : { folder: resolve(place) };
  if (to === null) return null;
  return {
    every: every.endsWith("h") ? { ms: Number.parseInt(every, 10) * HOUR_MS } : { time: every },
    keep,
    to,
    place: "folder" in to ? to.folder : place,
  };
};

/** What Epic's matchmaking service needs, which knows the servers of the protocol `epic`. */
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
