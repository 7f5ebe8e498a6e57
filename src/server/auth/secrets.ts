import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { z } from "zod";
import type { Clock } from "#server/core/clock.ts";
import { ensureSetting } from "#server/store/settings.ts";
import type { Store } from "#server/store/store.ts";

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
