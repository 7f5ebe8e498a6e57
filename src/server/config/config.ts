import { resolve } from "node:path";
import exampleCommunity from "#community.toml" with { type: "text" };
import { parseCommunity } from "./community-file.ts";
import type { Community } from "./community.ts";
import { environmentSchema } from "./environment.ts";
import { type MailConfig, readMail } from "./mail.ts";
import { problemsOf } from "./problems.ts";
import {
  type MatchmakingConfig,
  type ProvidersConfig,
  readMatchmaking,
  readProviders,
} from "./providers.ts";
import { readProxies } from "./proxies.ts";
import { readTebex, type TebexConfig } from "./tebex.ts";
import { warningsOf } from "./warnings.ts";

export type { MailConfig } from "./mail.ts";
export type {
  DiscordConfig,
  EpicConfig,
  MatchmakingConfig,
  MicrosoftConfig,
  SteamConfig,
} from "./providers.ts";
export type { TebexConfig } from "./tebex.ts";

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
  community: Community;
  /** Null where it is not configured: Ark:SA is then shown as unknown. */
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
  const community = parseCommunity(
    "community.toml",
    isThere ? await file.text() : exampleCommunity,
    problems,
  );
  const matchmaking = env.success ? readMatchmaking(env.data, problems) : null;
  const mail = env.success ? readMail(env.data, community?.brand, problems) : null;
  const tebex = env.success ? readTebex(env.data, problems) : null;
  const trustedProxies = env.success ? readProxies(env.data, problems) : [];
  const providers = env.success ? readProviders(env.data, problems) : null;

  if (!env.success || providers === null || community === null || problems.length > 0)
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
    community,
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
