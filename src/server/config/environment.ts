import { z } from "zod";
import { isAddressOrRange } from "#server/core/addresses.ts";

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

const HOST_NAME = /^[a-z\d][a-z\d.-]*$/i;
// 10.0.0.256 is a mistake, and no name.
const DIGITS = /^[\d.]+$/;
const isHostName = (value: string) =>
  value.length <= 253 && HOST_NAME.test(value) && !DIGITS.test(value);

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
  .regex(/^smtps?:\/\//, "must be an smtp:// or smtps:// address")
  .refine(isDecodable, "is malformed (special characters in the password are written as %XX)");

/** Of an application at a provider, or its key. */
const credential = z
  .string()
  .regex(/^[!-~]+$/, "must be one word of plain letters, digits and signs")
  .max(200, "must have at most 200 characters");

/** Everything that the environment may say; what is left out has the value that is here. */
export const environmentSchema = z.object({
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
    .pipe(z.array(proxy)),
  DRAIN_SECONDS: z.coerce.number().int().min(0).max(300).default(5),
  HSTS_SUBDOMAINS: z.enum(["true", "false"]).default("false"),
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
  TEBEX_API_BASE: endpoint.default("https://headless.tebex.io/api"),
  TEBEX_CHECKOUT_URL: endpoint.default("https://pay.tebex.io"),
  TEBEX_PICTURES_BASE: endpoint.default("https://dunb17ur4ymx4.cloudfront.net"),
  TEBEX_PUBLIC_TOKEN: credential.optional(),
  TEBEX_PRIVATE_KEY: credential.optional(),
  TEBEX_WEBHOOK_SECRET: credential.optional(),
  SMTP_URL: smtpUrl.optional(),
  MAIL_FROM: z.email("must be an e-mail address").max(254).optional(),
});

export type Environment = z.output<typeof environmentSchema>;
