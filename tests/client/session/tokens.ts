import type { Claims } from "#client/lib/session/token.ts";

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** A token that nobody signed, for what reads no signatures. */
export const tokenWith = (claims: unknown): string =>
  `${encode({ alg: "HS256", typ: "JWT" })}.${encode(claims)}.c2lnbmVk`;

/** A token of one person's session, from `iat` to `exp` in seconds. */
export const tokenOf = (claims: Partial<Claims> = {}): string =>
  tokenWith({ sub: "user-1", sid: "session-1", iat: 1000, exp: 2000, ...claims });

/** What lies in a browser's local storage. */
export const createShelf = (items: Record<string, string> = {}) => {
  const shelf = new Map(Object.entries(items));
  return {
    getItem: (key: string) => shelf.get(key) ?? null,
    setItem: (key: string, value: string) => void shelf.set(key, value),
    removeItem: (key: string) => void shelf.delete(key),
  };
};
