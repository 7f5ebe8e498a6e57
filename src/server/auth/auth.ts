import { timingSafeEqual } from "node:crypto";
import type { Clock } from "#server/core/clock.ts";
import type { Store, StoreTx } from "#server/store/store.ts";
import type { Platform } from "#shared/constants/accounts.ts";
import { MAILED_TOPICS, type MailedTopic } from "#shared/constants/notices.ts";
import {
  type Cause,
  createSessions,
  type EndedSessions,
  type Session,
  type Sessions,
  type SessionUser,
} from "./lucia.ts";
import { fingerprintOf, keyFor, loadLastingSecret, loadSecret } from "./secrets.ts";
import { createTokens, type Tokens } from "./token.ts";

/** What knows who is signed in. */
export type Auth = {
  readonly sessions: Sessions;
  readonly tokens: Tokens;
  /** @returns the key for a purpose besides tokens, such as "sign-in cookie". */
  keyFor(purpose: string): string;
  /** The same of a secret that always stands in the store: what was hashed with it stays known. */
  lastingKeyFor(purpose: string): string;
};

/**
 * @param given.config.sessionSecret null: one is made once and kept in the store.
 * @param given.idleMs how long a session lives without use.
 * @param given.onSessionsEnded what is forgotten with sessions that somebody ends, in the same transaction; not with
 *   those that run out.
 */
export const createAuth = async (given: {
  config: { sessionSecret: string | null };
  store: Store;
  clock: Clock;
  idleMs?: number;
  onSessionsEnded?: (tx: StoreTx, ended: EndedSessions) => Promise<void>;
}): Promise<Auth> => {
  const { config, store, clock, idleMs, onSessionsEnded: onEnded } = given;
  const secret = await loadSecret(store, clock, config.sessionSecret);
  const lasting = await loadLastingSecret(store, clock);
  return {
    sessions: createSessions({ store, clock, idleMs, onEnded }),
    tokens: createTokens({ key: keyFor(secret, "session token"), clock }),
    keyFor: (purpose) => keyFor(secret, purpose),
    lastingKeyFor: (purpose) => keyFor(lasting, purpose),
  };
};

/** An account elsewhere, by what the platform calls it. */
export type Account = { platform: Platform; externalId: string };

/** Under what an account that is no longer linked is remembered: keyed, so that nobody can read whose it was. */
export const accountHashOf = (
  auth: Pick<Auth, "lastingKeyFor">,
  { platform, externalId }: Account,
): string => {
  const key = auth.lastingKeyFor("retired link");
  return new Bun.CryptoHasher("sha256", key).update(`${platform} ${externalId}`).digest("hex");
};

type Keys = Pick<Auth, "lastingKeyFor">;

/** Which mails somebody ends: the news, those about one topic, or all about what they have not read. */
export type Unsubscription = "news" | MailedTopic | "notices";

const KINDS: ReadonlySet<string> = new Set(["notices", ...MAILED_TOPICS]);

/** Of the signature so many hexadecimal digits are kept: 160 bits. */
const DIGITS = 40;

const signatureOf = (auth: Keys, text: string): string =>
  fingerprintOf(auth.lastingKeyFor("unsubscription"), text).slice(0, DIGITS);

/** No id of a user contains the separator. */
const textOf = (userId: string, what: Unsubscription): string =>
  what === "news" ? userId : `${userId}\n${what}`;

/**
 * By which a person ends mails of one kind without logging in. It is good for nothing else and for as long
 * as there is the site, as a mail may be opened years later; nothing of it is stored.
 */
export const unsubscriptionToken = (auth: Keys, userId: string, what: Unsubscription): string => {
  const text = textOf(userId, what);
  return `${Buffer.from(text).toString("base64url")}.${signatureOf(auth, text)}`;
};

/** Whose token it is, and what it ends; null for one that this site has not made. */
export const readUnsubscriptionToken = (
  auth: Keys,
  token: string,
): { userId: string; what: Unsubscription } | null => {
  const [encoded = "", signature = "", ...rest] = token.split(".");
  if (rest.length > 0 || signature.length !== DIGITS) return null;
  const text = Buffer.from(encoded, "base64url").toString();
  const [given, expected] = [Buffer.from(signature), Buffer.from(signatureOf(auth, text))];
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  const [userId = "", what = "news"] = text.split("\n");
  return what === "news" || KINDS.has(what) ? { userId, what: what as Unsubscription } : null;
};

export type SignedIn = {
  session: Session;
  user: SessionUser;
  /** A token that lasts longer than the one that came, for the header `X-Auth-Token`; else null. */
  freshToken: string | null;
};

/**
 * Who sends this token. Its signature and end are checked, then its session and account, every time.
 * A person whose token ends before its session gets a fresh one: also where an earlier answer with
 * it was lost. Background requests never get one.
 * @param token the bearer's.
 * @returns null for whoever has to sign in.
 */
export const authenticate = async (
  { tokens, sessions }: { tokens: Tokens; sessions: Sessions },
  token: string,
  cause: Cause,
): Promise<SignedIn | null> => {
  const claims = await tokens.verify(token);
  if (claims === null) return null;
  const found = await sessions.validate(claims.sessionId, cause);
  if (found === null || found.session.userId !== claims.sub) return null;
  const isBehind = claims.exp < Math.floor(found.session.expiresAt.getTime() / 1000);
  const freshToken =
    isBehind && cause === "person"
      ? await tokens.issue({ ...found.session, secret: claims.sid })
      : null;
  return { ...found, freshToken };
};
