import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import exampleCommunity from "#community.toml" with { type: "text" };
import type { Maintenance } from "#shared/schemas/site-document.ts";
import {
  type CommunityFile,
  loadReader,
  NO_READINGS,
  type ReadFile,
  type Readings,
} from "./community-file.ts";
import type { Community } from "./community.ts";
import { type Environment, readProxies, REQUEST_LINES } from "./environment.ts";
import { readEnvironment, readTextFile } from "./given-environment.ts";
import {
  type BackupConfig,
  type BucketConfig,
  type MatchmakingConfig,
  type ProvidersConfig,
  readBackups,
  readBucket,
  readMatchmaking,
  readProviders,
} from "./providers.ts";

/** Where pictures and text files of tickets are kept. */
type AttachmentConfig = {
  to: { folder: string } | BucketConfig;
  /** As it is configured, for people. */
  place: string;
};

/**
 * The place that ATTACHMENTS_TO names; without it a folder in DATA_DIR.
 * @param problems what is wrong is added to it.
 */
const readAttachments = (env: Environment, problems: string[]): AttachmentConfig => {
  const { ATTACHMENTS_TO: named, DATA_DIR: dataDir } = env;
  const folder = named === undefined ? join(resolve(dataDir), "attachments") : resolve(named);
  if (named === undefined || !named.startsWith("s3://")) return { to: { folder }, place: folder };
  const bucket = readBucket("ATTACHMENTS_TO", named, env, problems);
  // Without its key nothing starts: that is among the problems.
  return { to: bucket ?? { folder }, place: named };
};

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

/** Where webhooks may lead besides the whole internet. */
export type WebhookConfig = {
  /** Where the services of Discord are: its webhooks are below that. */
  discordBase: string;
  /** Hosts of the owner's own network, as URLs write them: "bot.lan:8080". */
  ownHosts: readonly string[];
};

/** How mail leaves the site. */
export type MailConfig = {
  /** `smtp://` (STARTTLS where it is offered; TLS at port 465) or `smtps://`, with user and password where needed. */
  url: string;
  from: { name: string; address: string };
  /** Where an answer goes. */
  replyTo: string;
};

const SMTP_PORTS: Readonly<Record<string, number>> = { "smtp:": 587, "smtps:": 465 };

/** Where mail is handed over, without user and password. @param url `SMTP_URL`. */
export const mailServerOf = (url: string): { host: string; port: number } => {
  const { protocol, hostname, port } = new URL(url);
  return {
    host: hostname.replaceAll(/^\[|\]$/g, ""),
    port: port === "" ? (SMTP_PORTS[protocol] ?? 0) : Number(port),
  };
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

/** Which requests leave a line in the log: those of these kinds, and where it says so what failed. */
export type RequestLines = ReadonlySet<"errors" | "api" | "pages" | "assets" | "health">;

const readRequestLines = (words: Environment["LOG_REQUESTS"]): RequestLines => {
  const named = words.includes("all") ? REQUEST_LINES : words;
  return new Set(named.flatMap((word) => (word === "all" || word === "none" ? [] : [word])));
};

export type Config = ProvidersConfig & {
  port: number;
  host: string;
  /** Origin under which people reach the site, without a trailing slash. */
  publicUrl: string;
  /** False where nobody set PUBLIC_URL: then one host name is as good as another. */
  isPublicUrlSet: boolean;
  dataDir: string;
  databaseUrl: string | null;
  /** True where the owner says that PostgreSQL is to be empty although SQLite's file has accounts. */
  mayBeEmpty: boolean;
  /** Where pictures and text files of tickets are kept. */
  attachments: AttachmentConfig;
  /** Null where the site makes no backups by itself. */
  backups: BackupConfig | null;
  /** How browsers are reached; the key is null where one is made once, and kept in the store. */
  push: { vapidKey: string | null; hosts: readonly string[] };
  /** Null where it is not configured: one is made once, and kept in the store. */
  sessionSecret: string | null;
  /** Addresses, ranges, and host names, which are resolved at the start. */
  trustedProxies: readonly string[];
  /** How long this instance still serves after it has told balancers that it is about to stop. */
  drainMs: number;
  /** True where the owner says that every subdomain is served over https, maps of game servers too. */
  hasHttpsSubdomains: boolean;
  logLevel: "debug" | "info" | "warn" | "error";
  logFormat: "json" | "pretty";
  requestLines: RequestLines;
  /** Whoever reads the metrics has to send it; null: programs of this machine alone may read them. */
  metricsToken: string | null;
  webhooks: WebhookConfig;
  /** Origin of the list of stolen passwords, without a trailing slash; null where nobody asks it. */
  passwordRangeBase: string | null;
  /** What the community says of itself as it is published, and the machine's part of its file. */
  community: Community;
  /** Which version of the site's document that is; 0 where it is what the file says. */
  siteVersion: number;
  /** Why and until when nobody but Admins may change anything; null where that is not so. */
  maintenance: Maintenance | null;
  /** `community.toml` as it was when the program started. */
  communityFile: CommunityFile;
  /** What that file makes where nobody has written it: it is the built-in example, or a copy of one; else null. */
  untouchedExample: Community | null;
  /** What was made of texts before. */
  readings: Readings;
  /** Null where it is not configured: servers of the protocol `epic` are then shown as unknown. */
  matchmaking: MatchmakingConfig | null;
  /** Null where it is not configured: then there is no shop. */
  tebex: TebexConfig | null;
  /** Null where it is not configured: mail then waits in the outbox. */
  mail: MailConfig | null;
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

/** In place of a file's name. */
const BUILT_IN = "the built-in example";
/** A community with a thousand servers has a tenth of that. */
export const COMMUNITY_FILE_MAX_BYTES = 5 * 1024 * 1024;
const USUAL_COMMUNITY_FILE = "community.toml";

/**
 * SHA-256 of the examples that earlier releases have printed, by which a copy that nobody has touched is
 * known. When a release changes `community.toml`, the digest of the previous one is added here.
 */
const EARLIER_EXAMPLES: ReadonlySet<string> = new Set([
  "b68757e6c7b53ad30ffc1f05f87badc99cb2f87d4ad4d658623c36dc6ca6319a",
]);

/** Whether a file says what `site example` prints or has printed, whatever ends its lines. */
const isExampleCopy = (text: string): boolean => {
  const lines = `${text
    .replace(/^\uFEFF/, "")
    .replaceAll("\r\n", "\n")
    .trimEnd()}\n`;
  return (
    lines === `${exampleCommunity.trimEnd()}\n` ||
    EARLIER_EXAMPLES.has(createHash("sha256").update(lines).digest("hex"))
  );
};

/**
 * The text of the community's file, or of the example where nobody named one and none is here.
 * @param problems what is wrong is added to it.
 */
const readCommunityText = (
  named: string | undefined,
  problems: string[],
): { source: string; text: string | null } => {
  const isNamed = named !== undefined && named !== "";
  const source = isNamed ? named : USUAL_COMMUNITY_FILE;
  if (!isNamed && !existsSync(source)) return { source: BUILT_IN, text: exampleCommunity };
  const read = readTextFile(source, COMMUNITY_FILE_MAX_BYTES);
  if ("text" in read) return { source: basename(source), text: read.text };
  problems.push(`${isNamed ? "environment: COMMUNITY_FILE" : source}: ${read.problem}`);
  return { source, text: null };
};

/**
 * What stands in the community's file, and what that makes.
 * @param problems what is wrong is added to it; null is returned then.
 */
const readFile = async (
  source: string,
  text: string,
  problems: string[],
  readings: Readings,
): Promise<ReadFile | null> => {
  const known = readings.find("file", text);
  // Its name may have changed since.
  if (known !== undefined) return { ...known, file: { ...known.file, source } };
  const { readCommunityFile } = await loadReader();
  const read = readCommunityFile(source, text, problems);
  if (read !== null) readings.note("file", text, read);
  return read;
};

/**
 * Reads the whole configuration: the environment and the community file.
 * @param environment variables by name, usually `process.env`; empty values count as absent.
 * @param readingsIn gives what was read before, by the data folder; otherwise everything is read anew.
 * @throws {ConfigError} listing every problem at once.
 */
export const loadConfig = async (
  environment: Readonly<Record<string, string | undefined>>,
  readingsIn: (dataDir: string) => Readings = () => NO_READINGS,
): Promise<Config> => {
  const problems: string[] = [];
  const given = readEnvironment(environment, problems);
  const { source, text } = readCommunityText(environment["COMMUNITY_FILE"], problems);
  const readings = given === null ? NO_READINGS : readingsIn(resolve(given.env.DATA_DIR));
  const read = text === null ? null : await readFile(source, text, problems, readings);
  if (given === null) throw new ConfigError(problems);
  const { env, isSet } = given;
  const matchmaking = readMatchmaking(env, problems);
  const mail = readMail(env, read?.community.brand, problems);
  const tebex = readTebex(env, problems);
  const trustedProxies = readProxies(env, problems);
  const providers = readProviders(env, problems);
  const attachments = readAttachments(env, problems);
  const backups = readBackups(env, isSet("BACKUP_EVERY"), problems);

  if (read === null || problems.length > 0) throw new ConfigError(problems);
  return {
    port: env.PORT,
    host: env.HOST,
    publicUrl: env.PUBLIC_URL ?? `http://localhost:${env.PORT}`,
    isPublicUrlSet: env.PUBLIC_URL !== undefined,
    dataDir: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL ?? null,
    mayBeEmpty: env.ALLOW_EMPTY_DATABASE === "true",
    attachments,
    backups,
    push: { vapidKey: env.PUSH_VAPID_KEY ?? null, hosts: env.PUSH_HOSTS },
    sessionSecret: env.SESSION_SECRET ?? null,
    trustedProxies,
    drainMs: env.DRAIN_SECONDS * 1000,
    hasHttpsSubdomains: env.HSTS_SUBDOMAINS === "true",
    logLevel: env.LOG_LEVEL,
    logFormat: env.LOG_FORMAT,
    requestLines: readRequestLines(env.LOG_REQUESTS),
    metricsToken: env.METRICS_TOKEN ?? null,
    passwordRangeBase: read.community.security.checkPasswordsOnline
      ? env.PASSWORD_RANGE_BASE
      : null,
    webhooks: { discordBase: env.DISCORD_API_BASE, ownHosts: env.WEBHOOK_HOSTS },
    community: read.community,
    siteVersion: 0,
    maintenance: null,
    communityFile: read.file,
    untouchedExample: text !== null && isExampleCopy(text) ? read.community : null,
    readings,
    matchmaking,
    ...providers,
    tebex,
    mail,
  };
};

/** Whether the site shows what nobody has changed, neither in the file nor in the browser. */
const showsExample = ({ untouchedExample, community }: Config): boolean =>
  untouchedExample !== null && Bun.deepEquals(untouchedExample, community);

/**
 * What the owner should know of a configuration with which the site starts.
 * @param config its community is what is published.
 */
export const warningsOf = (config: Config): string[] => {
  const { community, communityFile, isPublicUrlSet } = config;
  const ofEpic = community.games.filter(({ protocol }) => protocol === "epic");
  const isAsked = community.servers.some(({ protocol }) => protocol === "epic");
  const isExample = showsExample(config);
  const isBuiltIn = communityFile.source === BUILT_IN;
  const cases: readonly (readonly [boolean, string])[] = [
    [
      isExample && isBuiltIn,
      "There is no community.toml here: the built-in example community is served.",
    ],
    [
      isExample && !isBuiltIn,
      `${communityFile.source} is the example as it was printed: change it, or the site in the browser.`,
    ],
    [
      config.matchmaking === null && isAsked,
      `EPIC_MATCHMAKING_* is not set: servers of ${ofEpic.map(({ name }) => name).join(", ")} are shown as unknown.`,
    ],
    [
      config.discord === null,
      "DISCORD_CLIENT_ID is not set: people register without a Discord account, and nobody can link one.",
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
