import { resolve } from "node:path";
import { z } from "zod";
import exampleCommunity from "#community.toml" with { type: "text" };
import { isAddressOrRange } from "#server/addresses.ts";
import { type Community, communitySchema } from "#server/community.ts";

const origin = z
  .url({ protocol: /^https?$/, error: "must be an http(s) address" })
  .refine((value) => new URL(value).pathname === "/", "must be an origin, without a path")
  .transform((value) => new URL(value).origin);

/** An address without anything that could not be appended to, or that would leak. */
const endpoint = z
  .url({ protocol: /^https?$/, error: "must be an http(s) address" })
  .refine((value) => {
    const { search, hash, username, password } = new URL(value);
    return `${search}${hash}${username}${password}` === "";
  }, "must have neither query, fragment nor password")
  .transform((value) => value.replace(/\/+$/, ""));

const address = z.string().refine(isAddressOrRange, {
  error: ({ input }) => `"${String(input)}" is no IP address or CIDR range`,
});

const isDecodable = (value: string) => {
  try {
    const { hostname, username, password } = new URL(value);
    decodeURIComponent(username + password);
    return hostname !== "";
  } catch {
    return false;
  }
};

const smtpUrl = z
  .string()
  .regex(/^smtps?:\/\//, "must be an smtp:// or smtps:// address")
  .refine(isDecodable, "is malformed (special characters in the password are written as %XX)");

/** Of an application at a provider, or its key. */
const credential = z
  .string()
  .regex(/^[!-~]{1,200}$/, "must be one word of plain letters, digits and signs");

const environmentSchema = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().min(1).max(253).default("0.0.0.0"),
  PUBLIC_URL: origin.optional(),
  DATA_DIR: z.string().min(1).default("./data"),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, "must be a postgres:// address; leave it out for SQLite")
    .refine((value) => URL.canParse(value), "is malformed")
    .optional(),
  COMMUNITY_FILE: z.string().min(1).default("./community.toml"),
  SESSION_SECRET: z
    .string()
    .min(32, "must have at least 32 characters; leave it out to have one made")
    .optional(),
  TRUSTED_PROXIES: z
    .string()
    .default("")
    .transform((value) => value.split(/[\s,]+/).filter(Boolean))
    .pipe(z.array(address)),
  LOG_LEVEL: z.enum(["debug", "info", "warn", "error"]).default("info"),
  EPIC_API_BASE: origin.default("https://api.epicgames.dev"),
  EPIC_MATCHMAKING_CLIENT_ID: z.string().min(1).optional(),
  EPIC_MATCHMAKING_CLIENT_SECRET: z.string().min(1).optional(),
  EPIC_MATCHMAKING_DEPLOYMENT_ID: z.string().min(1).optional(),
  DISCORD_CLIENT_ID: z
    .string()
    .regex(/^\d{15,20}$/, "must be the application's id, a number of 15 to 20 digits")
    .optional(),
  DISCORD_CLIENT_SECRET: credential.optional(),
  DISCORD_AUTHORIZE_URL: endpoint.default("https://discord.com/oauth2/authorize"),
  DISCORD_TOKEN_URL: endpoint.default("https://discord.com/api/oauth2/token"),
  DISCORD_API_BASE: endpoint.default("https://discord.com/api/v10"),
  DISCORD_CDN_BASE: endpoint.default("https://cdn.discordapp.com"),
  STEAM_WEB_API_KEY: credential.optional(),
  STEAM_OPENID_URL: endpoint.default("https://steamcommunity.com/openid/login"),
  STEAM_API_BASE: endpoint.default("https://api.steampowered.com"),
  STEAM_AVATAR_BASE: endpoint.default("https://avatars.steamstatic.com"),
  EPIC_CLIENT_ID: credential.optional(),
  EPIC_CLIENT_SECRET: credential.optional(),
  EPIC_AUTHORIZE_URL: endpoint.default("https://www.epicgames.com/id/authorize"),
  EPIC_TOKEN_URL: endpoint.default("https://api.epicgames.dev/epic/oauth/v2/token"),
  MICROSOFT_CLIENT_ID: credential.optional(),
  MICROSOFT_CLIENT_SECRET: credential.optional(),
  // Minecraft accounts are private ones: the tenant has to be "consumers".
  MICROSOFT_AUTHORIZE_URL: endpoint.default(
    "https://login.microsoftonline.com/consumers/oauth2/v2.0/authorize",
  ),
  MICROSOFT_TOKEN_URL: endpoint.default(
    "https://login.microsoftonline.com/consumers/oauth2/v2.0/token",
  ),
  XBOX_API_BASE: endpoint.default("https://user.auth.xboxlive.com"),
  XSTS_API_BASE: endpoint.default("https://xsts.auth.xboxlive.com"),
  MINECRAFT_API_BASE: endpoint.default("https://api.minecraftservices.com"),
  MINECRAFT_TEXTURES_BASE: endpoint.default("https://textures.minecraft.net"),
  SMTP_URL: smtpUrl.optional(),
  MAIL_FROM: z.email("must be an e-mail address").max(254).optional(),
});

type Environment = z.output<typeof environmentSchema>;

/** What the matchmaking service of Ark: Survival Ascended needs (providers §1.2). */
export type MatchmakingConfig = {
  base: string;
  clientId: string;
  clientSecret: string;
  deploymentId: string;
};

/** Where Discord is, and which of its applications this site is (providers §3.1). */
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

/** Where Steam is, and the key to what it tells of its players (providers §3.2). */
export type SteamConfig = {
  /** The endpoint that people are sent to, that their answers must name, and that is asked. */
  openIdUrl: string;
  apiBase: string;
  /** Where its pictures are. */
  avatarBase: string;
  webApiKey: string;
};

/** Where Epic is, and which of its applications this site is (providers §3.1). */
export type EpicConfig = {
  authorizeUrl: string;
  tokenUrl: string;
  apiBase: string;
  clientId: string;
  clientSecret: string;
};

/** Where Microsoft, Xbox and Minecraft are, and which application this site is (providers §3.3). */
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

/** How mail leaves the site. */
export type MailConfig = {
  /** `smtp://` (STARTTLS where it is offered) or `smtps://`, with user and password where needed. */
  url: string;
  from: { name: string; address: string };
  /** Where an answer goes. */
  replyTo: string;
};

export type Config = {
  port: number;
  host: string;
  /** Origin under which people reach the site, without a trailing slash. */
  publicUrl: string;
  /** False where nobody set PUBLIC_URL: then one host name is as good as another. */
  isPublicUrlSet: boolean;
  dataDir: string;
  databaseUrl: string | null;
  /** Null where it is not configured: one is made once, and kept in the store. */
  sessionSecret: string | null;
  trustedProxies: readonly string[];
  logLevel: "debug" | "info" | "warn" | "error";
  community: Community;
  /** Null where it is not configured: Ark:SA is then shown as unknown. */
  matchmaking: MatchmakingConfig | null;
  /** Null where it is not configured: then nobody can prove a Discord account, nor register. */
  discord: DiscordConfig | null;
  /** Null where it is not configured: then nobody can link a Steam account. Likewise the next two. */
  steam: SteamConfig | null;
  epic: EpicConfig | null;
  microsoft: MicrosoftConfig | null;
  /** Null where it is not configured: mail then waits in the outbox. */
  mail: MailConfig | null;
  /** What the owner should know, but what does not keep the site from starting. */
  warnings: readonly string[];
};

/** Everything that is wrong with the configuration, one sentence each. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
  constructor(readonly problems: readonly string[]) {
    super(
      `The configuration has ${problems.length} problem(s):\n${problems.map((p) => `  - ${p}`).join("\n")}`,
    );
  }
}

const pathText = (path: readonly PropertyKey[]) =>
  path.reduce<string>(
    (text, part) =>
      typeof part === "number"
        ? `${text}[${part}]`
        : text === ""
          ? String(part)
          : `${text}.${String(part)}`,
    "",
  );

const problemsOf = (error: z.ZodError, source: string) =>
  error.issues.map((issue) => {
    const path = pathText(issue.path);
    return `${source}: ${path === "" ? "" : `${path}: `}${issue.message}`;
  });

const tomlProblem = (text: string): string | null => {
  try {
    Bun.TOML.parse(text);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message.replace("TOML Parse error: ", "") : "unreadable";
  }
};

/** The parser does not say where it stumbled: it is the first line whose presence is enough for it. */
const lineOfProblem = (text: string, problem: string): number => {
  const lines = text.split("\n").map((line) => `${line}\n`);
  let last = lines.length;
  while (last > 1 && tomlProblem(lines.slice(0, last - 1).join("")) === problem) last -= 1;
  return last;
};

const parseCommunity = (source: string, text: string, problems: string[]): Community | null => {
  const problem = tomlProblem(text);
  if (problem !== null) {
    problems.push(`${source}: line ${lineOfProblem(text, problem)}: ${problem}`);
    return null;
  }
  const parsed = communitySchema.safeParse(Bun.TOML.parse(text));
  if (parsed.success) return parsed.data;
  problems.push(...problemsOf(parsed.error, source));
  return null;
};

const readMatchmaking = (env: Environment, problems: string[]) => {
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

/** Where people prove accounts elsewhere; null for those that are not configured. */
const readProviders = (env: Environment, problems: string[]) => {
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
  } satisfies Pick<Config, "discord" | "steam" | "epic" | "microsoft">;
};

const readMail = (
  { SMTP_URL: url, MAIL_FROM: address }: Environment,
  brand: Community["brand"] | undefined,
  problems: string[],
): MailConfig | null => {
  if (url !== undefined && address !== undefined && brand !== undefined)
    return { url, from: { name: brand.name, address }, replyTo: brand.contactEmail };
  if ((url === undefined) !== (address === undefined))
    problems.push("environment: SMTP_URL and MAIL_FROM belong together: set both or none");
  return null;
};

/**
 * Reads the whole configuration: the environment and the community file.
 * @param environment variables by name, usually `process.env`; empty values count as absent.
 * @throws {ConfigError} listing every problem at once.
 */
export const loadConfig = async (
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Config> => {
  const problems: string[] = [];
  const warnings: string[] = [];
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));
  const env = environmentSchema.safeParse(given);
  if (!env.success) problems.push(...problemsOf(env.error, "environment"));

  const communityFile = resolve(given["COMMUNITY_FILE"] ?? "./community.toml");
  const file = Bun.file(communityFile);
  const isThere = await file.exists();
  if (!isThere && given["COMMUNITY_FILE"] !== undefined)
    problems.push(`environment: COMMUNITY_FILE: there is no file ${communityFile}`);
  else if (!isThere)
    warnings.push("There is no community.toml here: the built-in example community is served.");
  const community = parseCommunity(
    "community.toml",
    isThere ? await file.text() : exampleCommunity,
    problems,
  );
  const matchmaking = env.success ? readMatchmaking(env.data, problems) : null;
  const mail = env.success ? readMail(env.data, community?.brand, problems) : null;
  const providers = env.success ? readProviders(env.data, problems) : null;

  if (!env.success || providers === null || community === null || problems.length > 0)
    throw new ConfigError(problems);
  if (matchmaking === null && community.servers.some((server) => server.game === "ark-sa"))
    warnings.push("EPIC_MATCHMAKING_* is not set: Ark:SA servers are shown as unknown.");
  if (providers.discord === null)
    warnings.push("DISCORD_CLIENT_ID is not set: nobody can link a Discord account, nor register.");
  for (const [variable, platform, isSet] of [
    ["STEAM_WEB_API_KEY", "Steam", providers.steam !== null],
    ["EPIC_CLIENT_ID", "Epic", providers.epic !== null],
    ["MICROSOFT_CLIENT_ID", "Minecraft", providers.microsoft !== null],
  ] as const)
    if (!isSet) warnings.push(`${variable} is not set: nobody can link a ${platform} account.`);
  if (mail === null)
    warnings.push(
      "SMTP_URL is not set: mail is switched off. What is to be sent waits in the outbox for two days.",
    );
  if (env.data.PUBLIC_URL === undefined)
    warnings.push("PUBLIC_URL is not set: link previews and the sitemap name this machine only.");
  if (env.data.PUBLIC_URL?.startsWith("https:") === true && env.data.TRUSTED_PROXIES.length === 0)
    warnings.push(
      "PUBLIC_URL is https, so a proxy stands in front, but TRUSTED_PROXIES names none: all visitors count as one address.",
    );
  return {
    port: env.data.PORT,
    host: env.data.HOST,
    publicUrl: env.data.PUBLIC_URL ?? `http://localhost:${env.data.PORT}`,
    isPublicUrlSet: env.data.PUBLIC_URL !== undefined,
    dataDir: resolve(env.data.DATA_DIR),
    databaseUrl: env.data.DATABASE_URL ?? null,
    sessionSecret: env.data.SESSION_SECRET ?? null,
    trustedProxies: env.data.TRUSTED_PROXIES,
    logLevel: env.data.LOG_LEVEL,
    community,
    matchmaking,
    ...providers,
    mail,
    warnings,
  };
};
