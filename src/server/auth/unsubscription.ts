import { timingSafeEqual } from "node:crypto";
import { MAILED_TOPICS, type MailedTopic } from "#shared/constants/notices.ts";
import type { Auth } from "./auth.ts";
import { fingerprintOf } from "./secrets.ts";

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
