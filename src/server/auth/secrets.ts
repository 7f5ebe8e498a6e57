import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { z } from "zod";
import type { Clock } from "#server/core/clock.ts";
import { ensureSetting } from "#server/store/settings.ts";
import type { Store } from "#server/store/store.ts";
import { LENGTHS } from "#shared/constants/accounts.ts";
import { BRIDGE_SCOPES, type BridgeScope, type KeyState } from "#shared/constants/points.ts";

/** What OWASP names as the least for argon2id: 19 MiB, two passes, one lane. */
const COST = { algorithm: "argon2id", memoryCost: 19_456, timeCost: 2 } as const;

/** Of a random password that nobody knows: whoever is unknown costs as much time as a member. */
const NOBODYS_HASH =
  "$argon2id$v=19$m=19456,t=2,p=1$B11zJEp6X0/NttZCLkaWVrlZaHeD8BfSACurcz99klA$1tkdvPOlQrpgXpQd0wPOmy64BoGH+gJBBpK5S2dZppo";

/** Keyboards differ in how they compose a letter. */
const composed = (password: string) => password.normalize("NFC");

/**
 * @returns the argon2id hash to store, with its salt and its cost. Takes some 20 ms: never inside
 *   `store.write`.
 * @throws {RangeError} beyond 128 characters, which the schemas refuse before.
 */
export const hashPassword = async (password: string): Promise<string> => {
  if (password.length > LENGTHS.password) throw new RangeError("The password is too long.");
  return Bun.password.hash(composed(password), COST);
};

/** Does a password belong to a hash? */
type Verifier = (password: string, hash: string) => Promise<boolean>;
const verifyWithBun: Verifier = (password, hash) => Bun.password.verify(password, hash);

/**
 * Compares a password with a stored hash. It costs one verification, whether there is an account or
 * not, so that the time tells nobody who has one. Never inside `store.write`.
 * @param hash null where there is no such account, or none with a password.
 */
export const verifyPassword = async (
  password: string,
  hash: string | null,
  verify: Verifier = verifyWithBun,
): Promise<boolean> => {
  if (password.length > LENGTHS.password) return false;
  const isSame = await verify(composed(password), hash ?? NOBODYS_HASH);
  return isSame && hash !== null;
};

const ALGORITHM = "aes-256-gcm";
const IV_BYTES = 12;
const TAG_BYTES = 16;

const keyOf = (key: string) => Buffer.from(key, "hex");

/**
 * Encrypts a text with AES-256-GCM.
 * @param key 32 bytes in hexadecimal, as `auth.lastingKeyFor` gives it.
 * @param boundTo what it belongs to, such as a user's id: nobody can put it anywhere else.
 * @returns IV, tag and ciphertext, in characters that an address carries as they are.
 */
export const encrypt = (key: string, text: string, boundTo: string): string => {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, keyOf(key), iv).setAAD(Buffer.from(boundTo));
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString("base64url");
};

/** @returns null where it was encrypted with another key, belongs to something else or was changed. */
export const decrypt = (key: string, encrypted: string, boundTo: string): string | null => {
  const bytes = Buffer.from(encrypted, "base64url");
  if (bytes.length < IV_BYTES + TAG_BYTES) return null;
  const decipher = createDecipheriv(ALGORITHM, keyOf(key), bytes.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  })
    .setAAD(Buffer.from(boundTo))
    .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  try {
    const body = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES));
    return Buffer.concat([body, decipher.final()]).toString("utf8");
  } catch {
    return null;
  }
};

const SECRET_BYTES = 32;

/** 256 random bits, in characters that a link and a cookie carry as they are. */
export const randomSecret = (): string =>
  Buffer.from(crypto.getRandomValues(new Uint8Array(SECRET_BYTES))).toString("base64url");

/**
 * What is stored of a secret. A plain hash will do: of 256 random bits nobody finds the original.
 * @returns SHA-256 in hexadecimal.
 */
export const hashOf = (secret: string): string =>
  new Bun.CryptoHasher("sha256").update(secret).digest("hex");

const signingKey = { key: "signing_key", schema: z.string().min(1) };

/**
 * The secret from which every key of the site is made.
 * @param configured SESSION_SECRET; null for the one that is made once and kept in the store, so
 *   that all instances agree.
 */
export const loadSecret = async (
  store: Store,
  clock: Clock,
  configured: string | null,
): Promise<string> => configured ?? (await ensureSetting(store, clock, signingKey, randomSecret));

const lastingKey = { key: "lasting_key", schema: z.string().min(1) };

/** A secret that is made once and never configured: SESSION_SECRET may change, this does not. */
export const loadLastingSecret = (store: Store, clock: Clock): Promise<string> =>
  ensureSetting(store, clock, lastingKey, randomSecret);

/**
 * A fingerprint of a text, from which only whoever has the secret can guess it.
 * @returns HMAC-SHA-256 in hexadecimal.
 */
export const fingerprintOf = (secret: string, text: string): string =>
  new Bun.CryptoHasher("sha256", secret).update(text).digest("hex");

/**
 * A key of its own for each purpose, so that what was signed for one is worth nothing for another.
 * @param purpose such as "session token".
 */
export const keyFor = (secret: string, purpose: string): string => fingerprintOf(secret, purpose);

/** What a key may do, and for which games. */
export type BridgeGrant = {
  keyId: string;
  scopes: readonly BridgeScope[];
  games: readonly string[];
};

const PREFIX = "lxb_";
const ID_BYTES = 6;
const SHAPE = /^lxb_([\da-f]{12})_/;

/** True of what looks like a bridge key, and so is no member's token. */
export const isBridgeKey = (token: string): boolean => token.startsWith(PREFIX);

/** The id that a key names, whether there is such a key or not; null where it names none. */
export const bridgeKeyIdIn = (key: string): string | null => SHAPE.exec(key)?.[1] ?? null;

/** A new key: `lxb_ID_SECRET`. Of the secret only the hash is to be kept. */
export const makeBridgeSecret = (): { id: string; key: string; hash: string } => {
  const id = Buffer.from(crypto.getRandomValues(new Uint8Array(ID_BYTES))).toString("hex");
  const key = `${PREFIX}${id}_${randomSecret()}`;
  return { id, key, hash: hashOf(key) };
};

/** What a stored list says in the words of today: a scope that is gone grants nothing. */
export const grantsOf = (row: { scopes: readonly string[]; games: readonly string[] }) => ({
  scopes: BRIDGE_SCOPES.filter((scope) => row.scopes.includes(scope)),
  games: [...row.games],
});

/** Whether a key is good at a moment. What was revoked before its end has not expired. */
export const stateOfKey = (
  { revokedAt, expiresAt }: { revokedAt: Date | null; expiresAt: Date | null },
  now: Date,
): KeyState => {
  if (revokedAt !== null && (expiresAt === null || revokedAt < expiresAt)) return "revoked";
  return expiresAt !== null && expiresAt <= now ? "expired" : "active";
};
