import { resolve } from "node:path";
import { z } from "zod";
import exampleCommunity from "#community.toml" with { type: "text" };
import { type Community, communitySchema } from "#server/community.ts";

const origin = z
  .url({ protocol: /^https?$/, error: "must be an http(s) address" })
  .refine((value) => new URL(value).pathname === "/", "must be an origin, without a path")
  .transform((value) => new URL(value).origin);

const address = z
  .string()
  .regex(/^[0-9a-fA-F.:]+(\/\d{1,3})?$/, "must be an IP address or a CIDR range");

const environmentSchema = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().min(1).max(253).default("0.0.0.0"),
  PUBLIC_URL: origin.optional(),
  DATA_DIR: z.string().min(1).default("./data"),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, "must be a postgres:// address; leave it out for SQLite")
    .optional(),
  COMMUNITY_FILE: z.string().min(1).default("./community.toml"),
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
});

/** What the matchmaking service of Ark: Survival Ascended needs (providers §1.2). */
export type MatchmakingConfig = {
  base: string;
  clientId: string;
  clientSecret: string;
  deploymentId: string;
};

export type Config = {
  port: number;
  host: string;
  /** Origin under which people reach the site, without a trailing slash. */
  publicUrl: string;
  dataDir: string;
  databaseUrl: string | null;
  trustedProxies: readonly string[];
  logLevel: "debug" | "info" | "warn" | "error";
  community: Community;
  /** Null where it is not configured: Ark:SA is then shown as unknown. */
  matchmaking: MatchmakingConfig | null;
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

const parseCommunity = (source: string, text: string, problems: string[]): Community | null => {
  let raw: unknown;
  try {
    raw = Bun.TOML.parse(text);
  } catch (error) {
    const at = error as { line?: number; message?: string };
    problems.push(
      `${source}: line ${at.line ?? "?"}: ${String(at.message).replace("TOML Parse error: ", "")}`,
    );
    return null;
  }
  const parsed = communitySchema.safeParse(raw);
  if (parsed.success) return parsed.data;
  problems.push(...problemsOf(parsed.error, source));
  return null;
};

const readMatchmaking = (env: z.output<typeof environmentSchema>, problems: string[]) => {
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

  if (!env.success || community === null || problems.length > 0) throw new ConfigError(problems);
  if (matchmaking === null && community.servers.some((server) => server.game === "ark-sa"))
    warnings.push("EPIC_MATCHMAKING_* is not set: Ark:SA servers are shown as unknown.");
  return {
    port: env.data.PORT,
    host: env.data.HOST,
    publicUrl: env.data.PUBLIC_URL ?? `http://localhost:${env.data.PORT}`,
    dataDir: resolve(env.data.DATA_DIR),
    databaseUrl: env.data.DATABASE_URL ?? null,
    trustedProxies: env.data.TRUSTED_PROXIES,
    logLevel: env.data.LOG_LEVEL,
    community,
    matchmaking,
    warnings,
  };
};
