import type { Claims } from "#client/lib/session/token-store.ts";
import { safeStorage } from "#client/lib/storage.ts";

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** A token that nobody signed, for what reads no signatures. */
export const tokenWith = (claims: unknown): string =>
  `${encode({ alg: "HS256", typ: "JWT" })}.${encode(claims)}.c2lnbmVk`;

/** A token of one person's session, from `iat` to `exp` in seconds. */
export const tokenOf = (claims: Partial<Claims> = {}): string =>
  tokenWith({ sub: "user-1", sid: "session-1", iat: 1000, exp: 2000, ...claims });

/** A browser's storage. @param items what it holds to begin with. */
export const memoryStorage = (items: Record<string, string> = {}) => {
  const kept = new Map(Object.entries(items));
  return safeStorage(() => ({
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  }));
};
