import { createHmac, timingSafeEqual } from "node:crypto";
import { randomSecret } from "#server/auth/secrets.ts";
import { type Platform, PROOF_TTL_MS } from "#shared/constants/accounts.ts";
import { readHeader } from "./request-headers.ts";

type CookieOptions = {
  /** Whether PUBLIC_URL is https: then the name gets `__Host-`, and the cookie stays on HTTPS. */
  isHttps: boolean;
  maxAgeMs: number;
};

const nameOf = (name: string, isHttps: boolean) => (isHttps ? `__Host-${name}` : name);

/** The value of a cookie; null where there is none, or more than one. */
export const readCookie = (request: Request, name: string, isHttps: boolean): string | null => {
  const wanted = `${nameOf(name, isHttps)}=`;
  const found = (readHeader(request, "cookie") ?? "")
    .split(";")
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(wanted));
  return found.length === 1 ? (found[0]?.slice(wanted.length) ?? null) : null;
};

/** A `Set-Cookie` that scripts cannot read, and other sites send along on navigations alone. */
export const writeCookie = (
  name: string,
  value: string,
  { isHttps, maxAgeMs }: CookieOptions,
): string =>
  `${nameOf(name, isHttps)}=${value}; Path=/; Max-Age=${Math.floor(maxAgeMs / 1000)}; HttpOnly; SameSite=Lax${isHttps ? "; Secure" : ""}`;

const signatureOf = (text: string, key: string) =>
  createHmac("sha256", key).update(text).digest("base64url");

/** Text that comes back as it was, or not at all. */
export const seal = (text: string, key: string): string => {
  const body = Buffer.from(text).toString("base64url");
  return `${body}.${signatureOf(body, key)}`;
};

/** @returns null where this was not sealed with that key. */
export const unseal = (sealed: string, key: string): string | null => {
  const [body = "", signature = "", ...rest] = sealed.split(".");
  const given = Buffer.from(signature);
  const right = Buffer.from(signatureOf(body, key));
  if (rest.length > 0 || given.length !== right.length || !timingSafeEqual(given, right))
    return null;
  return Buffer.from(body, "base64url").toString();
};

/** The cookie that keeps, for each platform, the flow that this browser has begun. */
export const FLOW_COOKIES: Readonly<Record<Platform, string>> = {
  discord: "discord-dance",
  steam: "steam-dance",
  minecraft: "minecraft-dance",
  epic: "epic-dance",
};

/** The cookies by which this browser forgets every flow that it has begun. */
export const noFlows = (isHttps: boolean): string[] =>
  Object.values(FLOW_COOKIES).map((name) => writeCookie(name, "", { isHttps, maxAgeMs: 0 }));

const PROOF_COOKIE = "proofs";
const SECRET = /^[\w-]{43}$/;

/** The secret by which this browser's proofs are found; null where it has proven nothing. */
export const browserSecretOf = (request: Request, isHttps: boolean): string | null => {
  const value = readCookie(request, PROOF_COOKIE, isHttps);
  return value !== null && SECRET.test(value) ? value : null;
};

/**
 * A new secret for this browser, and the cookie that keeps it for 30 minutes. One that it has already
 * is never used again: somebody else may have put it there.
 */
export const newBrowserSecret = (isHttps: boolean) => {
  const secret = randomSecret();
  return { secret, cookie: writeCookie(PROOF_COOKIE, secret, { isHttps, maxAgeMs: PROOF_TTL_MS }) };
};

/** The cookie by which this browser forgets its secret. */
export const noBrowserSecret = (isHttps: boolean): string =>
  writeCookie(PROOF_COOKIE, "", { isHttps, maxAgeMs: 0 });
