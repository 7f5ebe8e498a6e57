import { resolve } from "node:path";
import exampleCommunity from "#community.toml" with { type: "text" };
import type { Maintenance } from "#shared/schemas/maintenance.ts";
import { type CommunityFile, problemsOf, readCommunityFile } from "./community-file.ts";
import type { Community } from "./community.ts";
import { environmentSchema, type Environment } from "./environment.ts";
import {
  type MatchmakingConfig,
  type ProvidersConfig,
  readMatchmaking,
  readProviders,
} from "./providers.ts";
import { readProxies } from "./proxies.ts";

/** Tebex, and how to speak with it. */
export type TebexConfig = {
  /** Without a trailing slash, like the next two. */
  apiBase: string;
  /** Where baskets are paid: the checkout window is loaded from below it. */
  checkoutUrl: string;
  /** Where the pictures of packages are. */
  picturesBase: string;
  publicToken: string;
  /** With it Tebex is told the buyer's address; null: it takes ours. */
  privateKey: string | null;
  /** Signs what Tebex tells us. */
  webhookSecret: string;
};

/** All of it, or null where there is no shop. @param problems what is wrong is added to it. */
const readTebex = (env: Environment, problems: string[]): TebexConfig | null => {
  const { TEBEX_PUBLIC_TOKEN: publicToken, TEBEX_WEBHOOK_SECRET: webhookSecret } = env;
  if (publicToken !== undefined && webhookSecret !== undefined)
    return {
      apiBase: env.TEBEX_API_BASE,
      checkoutUrl: env.TEBEX_CHECKOUT_URL,
      picturesBase: env.TEBEX_PICTURES_BASE,
      publicToken,
      privateKey: env.TEBEX_PRIVATE_KEY ?? null,
      webhookSecret,
    };
  if ((publicToken ?? webhookSecret ?? env.TEBEX_PRIVATE_KEY) !== undefined)
    problems.push(
      "environment: TEBEX_PUBLIC_TOKEN and TEBEX_WEBHOOK_SECRET belong together: set both or none",
    );
  return null;
};

/** How mail leaves the site. */
export type MailConfig = {
  /** `smtp://` (STARTTLS where it is offered) or `smtps://`, with user and password where needed. */
  url: string;
  from: { name: string; address: string };
  /** Where an answer goes. */
  replyTo: string;
};

/** Null where it is not configured. @param problems what is wrong is added to it. */
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

export type {
  DiscordConfig,
  EpicConfig,
  MatchmakingConfig,
  MicrosoftConfig,
  SteamConfig,
} from "./providers.ts";

export type Config = ProvidersConfig & {
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
  /** Addresses, ranges, and host names, which are resolved at the start. */
  trustedProxies: readonly string[];
  /** How long this instance still serves after it has told balancers that it is about to stop. */
  drainMs: number;
  /** True where the owner says that every subdomain is served over https, maps of game servers too. */
  hasHttpsSubdomains: boolean;
  logLevel: "debug" | "info" | "warn" | "error";
  /** What the community says of itself as it is published, and the machine's part of its file. */
  community: Community;
  /** Which version of the site's document that is; 0 where it is what the file says. */
  siteVersion: number;
  /** Why and until when nobody but Admins may change anything; null where that is not so. */
  maintenance: Maintenance | null;
  /** `community.toml` as it was when the program started. */
  communityFile: CommunityFile;
  /** Null where it is not configured: servers of the protocol `epic` are then shown as unknown. */
  matchmaking: MatchmakingConfig | null;
  /** Null where it is not configured: then there is no shop. */
  tebex: TebexConfig | null;
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

/**
 * Reads the whole configuration: the environment and the community file.
 * @param environment variables by name, usually `process.env`; empty values count as absent.
 * @throws {ConfigError} listing every problem at once.
 */
export const loadConfig = async (
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Config> => {
  const problems: string[] = [];
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));
  const env = environmentSchema.safeParse(given);
  if (!env.success) problems.push(...problemsOf(env.error, "environment"));

  const communityFile = resolve(given["COMMUNITY_FILE"] ?? "./community.toml");
  const file = Bun.file(communityFile);
  const isThere = await file.exists();
  if (!isThere && given["COMMUNITY_FILE"] !== undefined)
    problems.push(`environment: COMMUNITY_FILE: there is no file ${communityFile}`);
  const read = readCommunityFile(
    "community.toml",
    isThere ? await file.text() : exampleCommunity,
    problems,
  );
  const community = read?.community ?? null;
  const matchmaking = env.success ? readMatchmaking(env.data, problems) : null;
  const mail = env.success ? readMail(env.data, community?.brand, problems) : null;
  const tebex = env.success ? readTebex(env.data, problems) : null;
  const trustedProxies = env.success ? readProxies(env.data, problems) : [];
  const providers = env.success ? readProviders(env.data, problems) : null;

  if (!env.success || providers === null || read === null || problems.length > 0)
    throw new ConfigError(problems);
  const config = {
    port: env.data.PORT,
    host: env.data.HOST,
    publicUrl: env.data.PUBLIC_URL ?? `http://localhost:${env.data.PORT}`,
    isPublicUrlSet: env.data.PUBLIC_URL !== undefined,
    dataDir: resolve(env.data.DATA_DIR),
    databaseUrl: env.data.DATABASE_URL ?? null,
    sessionSecret: env.data.SESSION_SECRET ?? null,
    trustedProxies,
    drainMs: env.data.DRAIN_SECONDS * 1000,
    hasHttpsSubdomains: env.data.HSTS_SUBDOMAINS === "true",
    logLevel: env.data.LOG_LEVEL,
    community: read.community,
    siteVersion: 0,
    maintenance: null,
    communityFile: read.file,
    matchmaking,
    ...providers,
    tebex,
    mail,
  };
  const notices = isThere
    ? []
    : ["There is no community.toml here: the built-in example community is served."];
  return { ...config, warnings: [...notices, ...warningsOf(config)] };
};

type Judged = ProvidersConfig & {
  isPublicUrlSet: boolean;
  community: Community;
  matchmaking: MatchmakingConfig | null;
  tebex: TebexConfig | null;
  mail: MailConfig | null;
};

/** What the owner should know of a configuration with which the site starts. */
const warningsOf = (config: Judged): string[] => {
  const { community, isPublicUrlSet } = config;
  const ofEpic = community.games.filter(({ protocol }) => protocol === "epic");
  const isAsked = community.servers.some(({ protocol }) => protocol === "epic");
  const cases: readonly (readonly [boolean, string])[] = [
    [
      config.matchmaking === null && isAsked,
      `EPIC_MATCHMAKING_* is not set: servers of ${ofEpic.map(({ name }) => name).join(", ")} are shown as unknown.`,
    ],
    [
      config.discord === null,
      "DISCORD_CLIENT_ID is not set: nobody can link a Discord account, nor register.",
    ],
    [config.steam === null, "STEAM_WEB_API_KEY is not set: nobody can link a Steam account."],
    [config.epic === null, "EPIC_CLIENT_ID is not set: nobody can link an Epic account."],
    [
      config.microsoft === null,
      "MICROSOFT_CLIENT_ID is not set: nobody can link a Minecraft account.",
    ],
    [config.tebex === null, "TEBEX_PUBLIC_TOKEN is not set: the shop is closed."],
    [
      config.mail === null,
      "SMTP_URL is not set: mail is switched off. What is to be sent waits in the outbox for two days.",
    ],
    [
      !isPublicUrlSet,
      "PUBLIC_URL is not set: link previews and the sitemap name this machine only, and accounts elsewhere can be linked on this machine only (localhost, with this port).",
    ],
  ];
  return cases.flatMap(([isSo, sentence]) => (isSo ? [sentence] : []));
};
