import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { z } from "zod";
import { isAddressOrRange } from "#server/core/addresses.ts";
import { LOG_FORMATS } from "#server/core/log.ts";

const origin = z
  .url({ protocol: /^https?$/, error: "must be an http(s) address", abort: true })
  .refine((value) => new URL(value).pathname === "/", "must be an origin, without a path")
  .transform((value) => new URL(value).origin);

const withoutEndingSlashes = (value: string) => {
  let end = value.length;
  while (value[end - 1] === "/") end -= 1;
  return value.slice(0, end);
};

/** An address without anything that could not be appended to, or that would leak. */
const endpoint = z
  .url({ protocol: /^https?$/, error: "must be an http(s) address", abort: true })
  .refine((value) => {
    const { search, hash, username, password } = new URL(value);
    return `${search}${hash}${username}${password}` === "";
  }, "must have neither query, fragment nor password")
  .transform(withoutEndingSlashes);

/** The order of the curve P-256: private keys lie between 0 and this. */
const P256_ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
const isVapidKey = (value: string) => {
  if (!/^[\w-]{43}$/.test(value)) return false;
  const key = BigInt(`0x${Buffer.from(value, "base64url").toString("hex")}`);
  return key > 0n && key < P256_ORDER;
};

const HOST_NAME = /^[a-z\d][a-z\d.-]*$/i;
// 10.0.0.256 is a mistake, and no name.
const DIGITS = /^[\d.]+$/;
const isHostName = (value: string) =>
  value.length <= 253 && HOST_NAME.test(value) && !DIGITS.test(value);

/** Whether a host is an address, and no name; one of IPv6 may stand in brackets. */
export const isHostAddress = (host: string): boolean =>
  isIP(host.replace(/^\[(.+)\]$/, "$1")) !== 0;

/** Whether it leads to this machine shows when it listens. */
const isListenable = (value: string) =>
  isHostAddress(value) || (/^[\w.-]+$/.test(value) && !DIGITS.test(value));

/** Of a bucket and, behind it, where in it: neither may lead out of it. */
const BUCKET = /^s3:\/\/[a-z\d][a-z\d.-]{1,61}[a-z\d](\/[\w!.*'()-]+)*\/?$/;
const isBucket = (value: string) => BUCKET.test(value) && !/\/\.{1,2}(\/|$)/.test(value);
const folderOrBucket = z
  .string()
  .max(1000)
  .refine(
    (value) => !/^[a-z\d]+:\/\//i.test(value) || isBucket(value),
    "must be a folder, or s3://BUCKET/PREFIX",
  );
const isTimeOfDay = (value: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(value);
const isHours = (value: string) =>
  /^[1-9]\d{0,2}h$/.test(value) && Number.parseInt(value, 10) <= 168;

const proxy = z.string().refine((value) => isAddressOrRange(value) || isHostName(value), {
  error: ({ input }) => `"${String(input)}" is no IP address, CIDR range or host name`,
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
  .regex(/^smtps?:\/\//, { error: "must be an smtp:// or smtps:// address", abort: true })
  .refine(
    isDecodable,
    "must name a host; special characters in user and password are written as %XX",
  );

/** A list of words, with commas or blanks between them. */
const wordsIn = (value: string) => value.split(/[\s,]+/).filter(Boolean);

/** What may be named in LOG_REQUESTS. */
export const REQUEST_LINES = ["all", "none", "errors", "api", "pages", "assets", "health"] as const;
const requestLines = z.enum(REQUEST_LINES, {
  error: ({ input }) =>
    `"${String(input)}" is not among ${REQUEST_LINES.join(", ")}; for example api,errors`,
});

/** A host of a push service; with a port where it is not 443, and `*.` for all below it. */
const pushHost = z
  .string()
  .regex(
    /^(?:\*\.)?[a-z\d][a-z\d.-]{0,250}(?::\d{1,5})?$/,
    "must name hosts, as host or host:port",
  );

/** Of an application at a provider, or its key. */
const credential = z
  .string()
  .regex(/^[!-~]+$/, "must be one word of plain letters, digits and signs")
  .max(200, "must have at most 200 characters");

/**
 * Everything that the environment may say; what is left out has the value that is here. Made for each reading:
 * a site reads its environment once.
 */
export const environmentSchema = () =>
  z.object({
    PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
    HOST: z
      .string()
      .min(1)
      .max(253)
      .refine(isListenable, "must be an IP address, or a host name")
      .default("0.0.0.0"),
    PUBLIC_URL: origin.optional(),
    DATA_DIR: z.string().min(1).default("./data"),
    DATABASE_URL: z
      .string()
      .regex(/^postgres(ql)?:\/\//, {
        error: "must be a postgres:// address; leave it out for SQLite",
        abort: true,
      })
      .refine(
        (value) => URL.canParse(value),
        "must be an address; special characters in the password are written as %XX",
      )
      .optional(),
    ALLOW_EMPTY_DATABASE: z.enum(["true", "false"]).default("false"),
    COMMUNITY_FILE: z.string().min(1).default("./community.toml"),
    SESSION_SECRET: z
      .string()
      .min(32, "must have at least 32 characters; leave it out to have one made")
      .optional(),
    TRUSTED_PROXIES: z.string().default("").transform(wordsIn).pipe(z.array(proxy)),
    DRAIN_SECONDS: z.coerce.number().int().min(0).max(300).default(5),
    HSTS_SUBDOMAINS: z.enum(["true", "false"]).default("false"),
    LOG_LEVEL: z.enum(["debug", "info", "warn", "error"]).default("info"),
    LOG_FORMAT: z.enum(LOG_FORMATS).default("json"),
    LOG_REQUESTS: z
      .string()
      .default("api,pages,assets,errors")
      .transform((value) => wordsIn(value.toLowerCase()))
      .pipe(z.array(requestLines).min(1, "must name something; none is a word for nothing"))
      .refine((words) => words.length === 1 || !words.includes("none"), "none stands alone"),
    WEBHOOK_HOSTS: z
      .string()
      .default("")
      .transform((value) => wordsIn(value.toLowerCase()))
      .pipe(
        z.array(
          z
            .string()
            .regex(
              /^[\w.:[\]-]{1,255}$/,
              "must be host names, with a port each where it is needed",
            ),
        ),
      ),
    METRICS_TOKEN: credential.min(16, "must have at least 16 characters").optional(),
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
    PASSWORD_RANGE_BASE: endpoint.default("https://api.pwnedpasswords.com"),
    TEBEX_API_BASE: endpoint.default("https://headless.tebex.io/api"),
    TEBEX_CHECKOUT_URL: endpoint.default("https://pay.tebex.io"),
    TEBEX_PICTURES_BASE: endpoint.default("https://dunb17ur4ymx4.cloudfront.net"),
    TEBEX_PUBLIC_TOKEN: credential.optional(),
    TEBEX_PRIVATE_KEY: credential.optional(),
    TEBEX_WEBHOOK_SECRET: credential.optional(),
    SMTP_URL: smtpUrl.optional(),
    MAIL_FROM: z.email("must be an e-mail address").max(254).optional(),
    ATTACHMENTS_TO: folderOrBucket.optional(),
    BACKUP_TO: folderOrBucket.optional(),
    PUSH_VAPID_KEY: z
      .string()
      .refine(
        isVapidKey,
        "must be a private key of the curve P-256: 32 bytes in base64url, which are 43 characters",
      )
      .optional(),
    PUSH_HOSTS: z
      .string()
      .default("")
      .transform((value) => wordsIn(value.toLowerCase()))
      .pipe(z.array(pushHost).max(20, "must name at most 20 hosts")),
    BACKUP_EVERY: z
      .string()
      .refine(
        (value) => isHours(value) || isTimeOfDay(value),
        "must be hours such as 6h (168h at most), or a time of day such as 04:30",
      )
      .default("24h"),
    BACKUP_KEEP: z.coerce.number().int().min(1).max(1000).default(14),
    S3_ENDPOINT: endpoint.optional(),
    S3_REGION: z
      .string()
      .regex(/^[a-z\d-]{1,60}$/i, "must be a region's name")
      .default("us-east-1"),
    S3_ACCESS_KEY_ID: credential.optional(),
    S3_SECRET_ACCESS_KEY: credential.optional(),
  });

export type Environment = z.output<ReturnType<typeof environmentSchema>>;

const RESOLVE_TIMEOUT_MS = 5000;
const NONE = "none";

/**
 * The proxies whose word is taken: addresses, ranges, and host names that the start resolves.
 * @param problems what is wrong is added to it.
 */
export const readProxies = (
  { TRUSTED_PROXIES: named, PUBLIC_URL: publicUrl }: Environment,
  problems: string[],
): readonly string[] => {
  const problem = (sentence: string) => {
    problems.push(`environment: TRUSTED_PROXIES: ${sentence}`);
  };
  if (named.length === 0 && publicUrl?.startsWith("https:") === true)
    problem(
      "is missing. PUBLIC_URL is https, so something in front of the site ends TLS: name its address, range or host name, or all visitors would count as one. If there is nothing in front, set it to none",
    );
  if (named.length > 1 && named.includes(NONE)) problem("none stands alone");
  return named.filter((name) => name !== NONE);
};

type Resolve = (name: string) => Promise<readonly { address: string }[]>;
const allAddresses: Resolve = (name) => lookup(name, { all: true });

const within = async <T>(work: Promise<T>, timeoutMs: number): Promise<T> => {
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error("timeout")), timeoutMs);
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
  }
};

/** A host name of a proxy that leads nowhere. The message says so to the owner. */
export class UnknownProxyError extends Error {
  override readonly name = "UnknownProxyError";
}

/**
 * Puts the addresses of host names in their places. They are asked for once: a proxy that moves
 * needs a range, or a restart of the site.
 * @throws {UnknownProxyError} where a name has no address, or none in time.
 */
export const resolveProxies = async (
  proxies: readonly string[],
  resolve: Resolve = allAddresses,
  timeoutMs = RESOLVE_TIMEOUT_MS,
): Promise<readonly string[]> => {
  const resolved = proxies.map(async (proxy) => {
    if (isAddressOrRange(proxy)) return [proxy];
    try {
      const found = await within(resolve(proxy), timeoutMs);
      if (found.length > 0) return found.map(({ address }) => address);
    } catch {
      // Whatever went wrong, the owner can only look at the name.
    }
    throw new UnknownProxyError(
      `TRUSTED_PROXIES names ${proxy}, which has no address. Start the proxy first, correct the name, or name the proxy's range of addresses.`,
    );
  });
  return [...new Set((await Promise.all(resolved)).flat())];
};
