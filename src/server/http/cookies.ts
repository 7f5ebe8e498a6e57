import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { Auth } from "#server/auth/auth.ts";
import { randomSecret } from "#server/auth/secrets.ts";
import type { KnownAccount } from "#server/context/context.ts";
import { type Platform, PROOF_TTL_MS } from "#shared/constants/accounts.ts";
import { PASSKEY_CHALLENGE_MS, PENDING_LOGIN_MS } from "#shared/constants/factors.ts";
import { DAY_MS } from "#shared/constants/time.ts";
import { readHeader } from "./request.ts";

type CookieOptions = {
  /** Whether PUBLIC_URL is https: then the name gets `__Host-`, and the cookie stays on HTTPS. */
  isHttps: boolean;
  maxAgeMs: number;
};

const nameOf = (name: string, isHttps: boolean) => (isHttps ? `__Host-${name}` : name);

/**
 * The value of a cookie; null where there is none, or more than one. Blanks and tabs alone stand around
 * a name: were another space of Unicode left out, a neighbour on the same domain could set what begins
 * with one, which browsers do not know for `__Host-`.
 */
export const readCookie = (request: Request, name: string, isHttps: boolean): string | null => {
  const wanted = `${nameOf(name, isHttps)}=`;
  const found = (readHeader(request, "cookie") ?? "")
    .split(";")
    .map((pair) => pair.replace(/^[ \t]+/, ""))
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
  discord: "discord-flow",
  steam: "steam-flow",
  minecraft: "minecraft-flow",
  epic: "epic-flow",
};

/** The cookies by which this browser forgets every flow that it has begun. */
export const noFlows = (isHttps: boolean): string[] =>
  Object.values(FLOW_COOKIES).map((name) => writeCookie(name, "", { isHttps, maxAgeMs: 0 }));

const PROOF_COOKIE = "proofs";
const PERSON_COOKIE = "person";
const LOGIN_COOKIE = "login";
const SECRET = /^[\w-]{43}$/;
/** The longest that browsers keep a cookie. */
const COOKIE_KEPT_MS = 400 * DAY_MS;

const readSecret = (request: Request, name: string, isHttps: boolean): string | null => {
  const value = readCookie(request, name, isHttps);
  return value !== null && SECRET.test(value) ? value : null;
};

/**
 * Tells the people at one browser apart: every login changes it, and so does whatever ends the session
 * of the browser that asks. An answer to the person before that arrives later, cookies and all, then
 * does nothing for the next one.
 * @returns "" where nobody has signed in yet.
 */
export const personOf = (request: Request, isHttps: boolean): string =>
  readSecret(request, PERSON_COOKIE, isHttps) ?? "";

/** The cookie by which whoever is at this browser from now on is somebody else. */
export const newPerson = (isHttps: boolean): string =>
  writeCookie(PERSON_COOKIE, randomSecret(), { isHttps, maxAgeMs: COOKIE_KEPT_MS });

const boundTo = (person: string, secret: string): string =>
  person === "" ? secret : signatureOf(secret, person);

/**
 * The secret by which the proofs of the person at this browser are found; null where they have
 * proven nothing.
 */
export const browserSecretOf = (request: Request, isHttps: boolean): string | null => {
  const secret = readSecret(request, PROOF_COOKIE, isHttps);
  return secret === null ? null : boundTo(personOf(request, isHttps), secret);
};

/**
 * A new secret for the person at this browser, and the cookie that keeps it for 30 minutes. One that
 * it has already is never used again: somebody else may have put it there.
 */
export const newBrowserSecret = (request: Request, isHttps: boolean) => {
  const secret = randomSecret();
  return {
    secret: boundTo(personOf(request, isHttps), secret),
    cookie: writeCookie(PROOF_COOKIE, secret, { isHttps, maxAgeMs: PROOF_TTL_MS }),
  };
};

/** The cookie by which this browser forgets its secret. */
export const noBrowserSecret = (isHttps: boolean): string =>
  writeCookie(PROOF_COOKIE, "", { isHttps, maxAgeMs: 0 });

/** The secret by which a login is found that waits at this browser for its second step; null for none. */
export const loginSecretOf = (request: Request, isHttps: boolean): string | null =>
  readSecret(request, LOGIN_COOKIE, isHttps);

/** A new one, and the cookie that keeps it for as long as such a login may wait. */
export const newLoginSecret = (isHttps: boolean) => {
  const secret = randomSecret();
  const cookie = writeCookie(LOGIN_COOKIE, secret, { isHttps, maxAgeMs: PENDING_LOGIN_MS });
  return { secret, cookie };
};

/** The cookie by which this browser forgets it. */
export const noLoginSecret = (isHttps: boolean): string =>
  writeCookie(LOGIN_COOKIE, "", { isHttps, maxAgeMs: 0 });

const PASSKEY_COOKIE = "passkey";

/** The secret of whoever is at this browser, by which what their passkeys are asked for is found; null for none. */
export const passkeySecretOf = (request: Request, isHttps: boolean): string | null => {
  const secret = readSecret(request, PASSKEY_COOKIE, isHttps);
  return secret === null ? null : boundTo(personOf(request, isHttps), secret);
};

/**
 * The same, a new one where there is none, and the cookie that keeps it. It stays the same for all tabs:
 * each of them may wait for a passkey. Whoever could put one there could as well set `person`.
 */
export const keptPasskeySecret = (request: Request, isHttps: boolean) => {
  const secret = readSecret(request, PASSKEY_COOKIE, isHttps) ?? randomSecret();
  return {
    secret: boundTo(personOf(request, isHttps), secret),
    cookie: writeCookie(PASSKEY_COOKIE, secret, { isHttps, maxAgeMs: PASSKEY_CHALLENGE_MS }),
  };
};

const KNOWN_BROWSER_COOKIE = "known-browser";
/** More people than share a browser at home; a school's forgets who was last here longest ago. */
const ACCOUNTS_MAX = 10;

const keptSchema = z.strictObject({
  /** Random: names the browser, and nothing else. */
  id: z.string().min(1),
  /** Keyed hashes of accounts, the last to sign in first. */
  accounts: z.array(z.string()).max(ACCOUNTS_MAX),
});
type Kept = z.output<typeof keptSchema>;

/**
 * What a browser keeps about who has signed in with it before: sealed, so that nobody can claim it,
 * and hashed, so that nobody who finds it learns whose browser it was.
 */
export const knownBrowser = (auth: Pick<Auth, "keyFor">, request: Request, isHttps: boolean) => {
  const key = () => auth.keyFor("known browser");
  let made: Kept | null = null;
  // Of the password too: whoever changes it is known nowhere any more.
  const hashOf = ({ userId, passwordHash }: KnownAccount) =>
    createHmac("sha256", key())
      .update(`${userId} ${passwordHash}`)
      .digest("base64url")
      .slice(0, 22);
  const read = (): Kept | null => {
    const text = unseal(readCookie(request, KNOWN_BROWSER_COOKIE, isHttps) ?? "", key());
    return text === null ? null : (keptSchema.safeParse(JSON.parse(text)).data ?? null);
  };
  const present = () => {
    made ??= read() ?? { id: randomSecret(), accounts: [] };
    return made;
  };
  return {
    /** The browser's own id; a new one, where it has none, is kept once it remembers an account. */
    ownId: (): string => present().id,
    /** The browser's own id, where this account has signed in with it before. */
    knownAs: (account: KnownAccount): string | null => {
      const kept = read();
      return kept?.accounts.includes(hashOf(account)) === true ? kept.id : null;
    },
    /** @returns the cookie to set. */
    remember: (account: KnownAccount): string => {
      const { id, accounts } = present();
      const hash = hashOf(account);
      const others = accounts.filter((known) => known !== hash);
      const kept: Kept = { id, accounts: [hash, ...others].slice(0, ACCOUNTS_MAX) };
      return writeCookie(KNOWN_BROWSER_COOKIE, seal(JSON.stringify(kept), key()), {
        isHttps,
        maxAgeMs: COOKIE_KEPT_MS,
      });
    },
  };
};
