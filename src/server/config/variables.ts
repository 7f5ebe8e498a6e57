import type { Environment } from "./environment.ts";

export type VariableName = keyof Environment;

type Variable = {
  /** A right value, as messages and `.env.example` show it; what holds where nothing is set, if that is a value. */
  example: string;
  /** What it says, in a line. */
  meaning: string;
  /** True where `NAME_FILE` may name a file that holds it. */
  isSecret?: true;
};

const PASSWORD = { example: "kept-by-the-provider", isSecret: true } as const;

/** Every variable that the site reads. */
export const VARIABLES: Readonly<Record<VariableName, Variable>> = {
  PORT: { example: "3000", meaning: "where it listens" },
  HOST: { example: "0.0.0.0", meaning: "the address on which it listens" },
  PUBLIC_URL: {
    example: "https://community.example",
    meaning: "the origin under which people reach the site; without it http://localhost:PORT",
  },
  TRUSTED_PROXIES: {
    example: "none",
    meaning:
      "addresses, ranges or host names whose X-Forwarded-For is believed, or none; required with https",
  },
  HSTS_SUBDOMAINS: {
    example: "false",
    meaning: "true tells browsers to use https for all subdomains as well",
  },
  DATA_DIR: {
    example: "./data",
    meaning: "SQLite's file with its safety copies, and pictures of links",
  },
  DATABASE_URL: {
    example: "postgres://lynxden:password@localhost:5432/lynxden",
    isSecret: true,
    meaning: "a PostgreSQL in place of SQLite",
  },
  ALLOW_EMPTY_DATABASE: {
    example: "false",
    meaning: "true lets it start with an empty PostgreSQL although DATA_DIR holds accounts",
  },
  COMMUNITY_FILE: { example: "./community.toml", meaning: "what the community says of itself" },
  SESSION_SECRET: {
    example: "what-openssl-rand-base64-36-prints",
    isSecret: true,
    meaning: "from which the keys of sessions are made; without it one is made once and kept",
  },
  DRAIN_SECONDS: { example: "5", meaning: "how long it goes on serving after it was told to stop" },
  LOG_LEVEL: { example: "info", meaning: "debug, info, warn or error" },
  LOG_FORMAT: { example: "json", meaning: "json, or pretty for people" },
  LOG_REQUESTS: {
    example: "api,pages,assets,errors",
    meaning: "which requests leave a line in the log",
  },
  WEBHOOK_HOSTS: {
    example: "bot.lan:8080",
    meaning: "hosts of one's own network to which webhooks may lead, by http as well",
  },
  METRICS_TOKEN: {
    example: "what-openssl-rand-base64-24-prints",
    isSecret: true,
    meaning: "with which /metrics answers to others than this machine",
  },
  SMTP_URL: {
    example: "smtp://user:password@mail.example:587",
    isSecret: true,
    meaning: "the mail server; without it mail waits in the outbox",
  },
  MAIL_FROM: { example: "hello@community.example", meaning: "the address that mail is from" },
  ATTACHMENTS_TO: {
    example: "./data/attachments",
    meaning:
      "a folder or s3://bucket/prefix for pictures and files of tickets; without it a folder in DATA_DIR",
  },
  PUSH_VAPID_KEY: {
    example: "private-vapid-key-of-32-bytes-in-base64url-",
    isSecret: true,
    meaning: "by which push services know the site; without it one is made once and kept",
  },
  PUSH_HOSTS: {
    example: "push.example.org",
    meaning: "push services besides those of Chrome, Firefox, Safari and Edge",
  },
  BACKUP_TO: {
    example: "/var/backups/lynxden",
    meaning: "a folder or s3://bucket/prefix for backups; without it there are none",
  },
  BACKUP_EVERY: { example: "24h", meaning: "so many hours (6h), or a time of day (04:30)" },
  BACKUP_KEEP: { example: "14", meaning: "how many backups are kept" },
  S3_ENDPOINT: {
    example: "https://s3.us-east-1.amazonaws.com",
    meaning: "the service that has the bucket; without it Amazon's of S3_REGION",
  },
  S3_REGION: { example: "us-east-1", meaning: "the region of the bucket" },
  S3_ACCESS_KEY_ID: { ...PASSWORD, meaning: "the key to the bucket" },
  S3_SECRET_ACCESS_KEY: { ...PASSWORD, meaning: "its secret" },
  EPIC_MATCHMAKING_CLIENT_ID: {
    example: "xyza7891abcdefgh",
    meaning: "Epic's matchmaking, through which servers of the protocol epic are asked",
  },
  EPIC_MATCHMAKING_CLIENT_SECRET: { ...PASSWORD, meaning: "likewise" },
  EPIC_MATCHMAKING_DEPLOYMENT_ID: {
    example: "ad9a8feffb3b4b2ca315546f038c3ae2",
    meaning: "likewise",
  },
  EPIC_API_BASE: { example: "https://api.epicgames.dev", meaning: "where Epic's services are" },
  DISCORD_CLIENT_ID: {
    example: "123456789012345678",
    meaning: "the Discord application through which people prove their account",
  },
  DISCORD_CLIENT_SECRET: { ...PASSWORD, meaning: "its secret" },
  DISCORD_AUTHORIZE_URL: {
    example: "https://discord.com/oauth2/authorize",
    meaning: "where people sign in at Discord",
  },
  DISCORD_TOKEN_URL: {
    example: "https://discord.com/api/oauth2/token",
    meaning: "where codes of Discord are redeemed",
  },
  DISCORD_API_BASE: {
    example: "https://discord.com/api/v10",
    meaning: "where the services of Discord are",
  },
  DISCORD_CDN_BASE: {
    example: "https://cdn.discordapp.com",
    meaning: "where the pictures of Discord are",
  },
  STEAM_WEB_API_KEY: {
    ...PASSWORD,
    meaning: "by which name and picture of a Steam account are read",
  },
  STEAM_OPENID_URL: {
    example: "https://steamcommunity.com/openid/login",
    meaning: "where people sign in at Steam",
  },
  STEAM_API_BASE: {
    example: "https://api.steampowered.com",
    meaning: "where the services of Steam are",
  },
  STEAM_AVATAR_BASE: {
    example: "https://avatars.steamstatic.com",
    meaning: "where the pictures of Steam are",
  },
  EPIC_CLIENT_ID: {
    example: "xyza7891abcdefgh",
    meaning: "the Epic application through which people prove their account",
  },
  EPIC_CLIENT_SECRET: { ...PASSWORD, meaning: "its secret" },
  EPIC_AUTHORIZE_URL: {
    example: "https://www.epicgames.com/id/authorize",
    meaning: "where people sign in at Epic",
  },
  EPIC_TOKEN_URL: {
    example: "https://api.epicgames.dev/epic/oauth/v2/token",
    meaning: "where codes of Epic are redeemed",
  },
  MICROSOFT_CLIENT_ID: {
    example: "00000000-1111-2222-3333-444444444444",
    meaning: "the Microsoft application through which people prove a Minecraft account",
  },
  MICROSOFT_CLIENT_SECRET: { ...PASSWORD, meaning: "its secret" },
  MICROSOFT_AUTHORIZE_URL: {
    example: "https://login.microsoftonline.com/consumers/oauth2/v2.0/authorize",
    meaning: "where people sign in at Microsoft",
  },
  MICROSOFT_TOKEN_URL: {
    example: "https://login.microsoftonline.com/consumers/oauth2/v2.0/token",
    meaning: "where codes of Microsoft are redeemed",
  },
  XBOX_API_BASE: {
    example: "https://user.auth.xboxlive.com",
    meaning: "where the services of Xbox are",
  },
  XSTS_API_BASE: {
    example: "https://xsts.auth.xboxlive.com",
    meaning: "where the services of Xbox are",
  },
  MINECRAFT_API_BASE: {
    example: "https://api.minecraftservices.com",
    meaning: "where the services of Minecraft are",
  },
  MINECRAFT_TEXTURES_BASE: {
    example: "https://textures.minecraft.net",
    meaning: "where the skins of Minecraft are",
  },
  PASSWORD_RANGE_BASE: {
    example: "https://api.pwnedpasswords.com",
    meaning: "the list of stolen passwords, asked with check_passwords_online alone",
  },
  TEBEX_PUBLIC_TOKEN: {
    example: "t66x-7cd928b1e9399909e6810edac6dc1fd1eefc57cb",
    meaning: "the Tebex shop",
  },
  TEBEX_WEBHOOK_SECRET: { ...PASSWORD, meaning: "signs what Tebex tells" },
  TEBEX_PRIVATE_KEY: { ...PASSWORD, meaning: "with it Tebex is told the buyer's network address" },
  TEBEX_API_BASE: {
    example: "https://headless.tebex.io/api",
    meaning: "where the services of Tebex are",
  },
  TEBEX_CHECKOUT_URL: {
    example: "https://pay.tebex.io",
    meaning: "where baskets of Tebex are paid",
  },
  TEBEX_PICTURES_BASE: {
    example: "https://dunb17ur4ymx4.cloudfront.net",
    meaning: "where the pictures of Tebex are",
  },
};

const NAMES = Object.keys(VARIABLES) as VariableName[];

const SECRETS: readonly string[] = NAMES.filter((name) => VARIABLES[name].isSecret === true);

export const isVariable = (name: string): name is VariableName => Object.hasOwn(VARIABLES, name);
export const isSecret = (name: string): boolean => SECRETS.includes(name);

/** What of the environment may be read from a file. */
export const FILE_ENDING = "_FILE";

/** Every name that may stand in the environment, those of files with secrets too. */
export const VARIABLE_NAMES: readonly string[] = [
  ...NAMES,
  ...SECRETS.map((name) => `${name}${FILE_ENDING}`),
];
