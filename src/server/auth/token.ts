import { sign, verify } from "hono/jwt";
import { z } from "zod";
import type { Clock } from "#server/core/clock.ts";
import { createLruMap } from "#server/store/lru-map.ts";
import { sessionIdOf } from "./lucia.ts";

const ALGORITHM = "HS256";
const CACHED_TOKENS = 10_000;
/** Ours take less than 300 characters. */
const TOKEN_LENGTH = 1000;

const claimsSchema = z.strictObject({
  /** The user. */
  sub: z.string().min(1),
  /** What opens the session; its row holds the hash alone. */
  sid: z.string().min(1),
  /** When it was issued, in seconds. */
  iat: z.int().nonnegative(),
  /** When it ends unless the session is used, in seconds. */
  exp: z.int().nonnegative(),
});
export type Claims = z.output<typeof claimsSchema>;

/** A token's claims, and the id under which its session is stored. */
export type Verified = Claims & { sessionId: string };

export type Tokens = {
  /** @returns the `authToken` of a session: it ends when the session does. */
  issue(session: { secret: string; userId: string; expiresAt: Date }): Promise<string>;
  /**
   * @returns the claims of a token that was signed here and has not run out, else null. Whether its
   *   session still is must be asked besides.
   */
  verify(token: string): Promise<Verified | null>;
};

const secondsOf = (at: Date) => Math.floor(at.getTime() / 1000);

/** base64url may be written in several ways, with other last bits or with padding; ours is one. */
const isWrittenOneWay = (part: string) =>
  Buffer.from(part, "base64url").toString("base64url") === part;

/** What hono throws for a token that is none; every other error is one of ours. */
const isRefusal = (error: unknown) => error instanceof Error && error.name.startsWith("Jwt");

/**
 * Tokens of sessions: JSON Web Tokens with HS256, whatever their header asks for.
 * @param given.key of this purpose alone.
 * @param given.cached how many verified signatures are remembered; their end is checked every time.
 */
export const createTokens = (given: { key: string; clock: Clock; cached?: number }): Tokens => {
  const { key, clock, cached = CACHED_TOKENS } = given;
  const verified = createLruMap<string, Verified>(cached);

  const readClaims = async (token: string): Promise<Verified | null> => {
    if (!token.split(".").every(isWrittenOneWay)) return null;
    try {
      // hono would compare the times with the system's clock.
      const times = { exp: false, iat: false, nbf: false };
      const payload: unknown = await verify(token, key, { alg: ALGORITHM, ...times });
      const claims = claimsSchema.safeParse(payload).data;
      return claims === undefined ? null : { ...claims, sessionId: sessionIdOf(claims.sid) };
    } catch (error) {
      if (isRefusal(error)) return null;
      throw error;
    }
  };

  return {
    issue: ({ secret, userId, expiresAt }) => {
      const claims: Claims = {
        sub: userId,
        sid: secret,
        iat: secondsOf(clock.now()),
        exp: secondsOf(expiresAt),
      };
      return sign(claims, key, ALGORITHM);
    },
    async verify(token) {
      if (token.length > TOKEN_LENGTH) return null;
      const claims = verified.get(token) ?? (await readClaims(token));
      if (claims === null) return null;
      if (claims.exp <= secondsOf(clock.now())) {
        verified.delete(token);
        return null;
      }
      verified.set(token, claims);
      return claims;
    },
  };
};
