/** The claims of a session's token that the browser reads; times in seconds. */
export type Claims = { sub: string; sid: string; iat: number; exp: number };

const textOf = (part: string): string => {
  const binary = atob(part.replaceAll("-", "+").replaceAll("_", "/"));
  return new TextDecoder().decode(Uint8Array.from(binary, (char) => char.codePointAt(0) ?? 0));
};

/**
 * Reads a token without checking its signature, which is the server's business.
 * @returns null for anything that is not three parts with whole claims [SESS-02].
 */
export const readClaims = (token: unknown): Claims | null => {
  if (typeof token !== "string") return null;
  const parts = token.split(".");
  const [, payload = ""] = parts;
  if (parts.length !== 3) return null;
  try {
    const claims = JSON.parse(textOf(payload)) as Partial<Claims> | null;
    const { sub, sid, iat, exp } = claims ?? {};
    return typeof sub === "string" &&
      typeof sid === "string" &&
      Number.isFinite(iat) &&
      Number.isFinite(exp)
      ? (claims as Claims)
      : null;
  } catch {
    // Not base64, or not JSON: no token of ours.
    return null;
  }
};

/** True for a token that is malformed or whose end has passed. */
export const isExpired = (token: string, nowMs: number): boolean => {
  const claims = readClaims(token);
  return claims === null || claims.exp < nowMs / 1000;
};

/** True when so much of a token's life has passed that use would prolong the session. */
export const isPastHalf = (token: string, nowMs: number): boolean => {
  const claims = readClaims(token);
  return claims !== null && nowMs / 1000 >= (claims.iat + claims.exp) / 2;
};

const sharesClaim = (name: "sub" | "sid") => (one: string | null, other: string | null) => {
  const claim = readClaims(one)?.[name];
  return claim !== undefined && claim === readClaims(other)?.[name];
};

/** True where both tokens are of one session. */
export const isSameSession = sharesClaim("sid");

/** True where both tokens are of one person. */
export const isSamePerson = sharesClaim("sub");
