import { z } from "zod";
import type { Clock } from "#server/core/clock.ts";
import { ensureSetting } from "#server/store/settings.ts";
import type { Store } from "#server/store/store.ts";

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
