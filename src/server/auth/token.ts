import { sign, verify } from "hono/jwt";
import { z } from "zod";
import type { Clock } from "#server/clock.ts";

const ALGORITHM = "HS256";
const CACHED_TOKENS = 10_000;
/** Ours take less than 300 characters. */
const TOKEN_LENGTH = 1000;

const claimsSchema = z.strictObject({
  /** The user. */
  sub: z.string().min(1),
  /** The session. */
  sid: z.string().min(1),
  /** When it was issued, in seconds. */
  iat: z.int().nonnegative(),
  /** When it ends unless the session is used, in seconds. */
  exp: z.int().nonnegative(),
});
export type Claims = z.output<typeof claimsSchema>;

export type Tokens = {
  /** @returns the `authToken` of a session: it ends when the session does. */
  issue(session: { id: string; userId: string; expiresAt: Date }): Promise<string>;
  /**
   * @returns the claims of a token that was signed here and has not run out, else null. Whether its
   *   session still is must be asked besides.
   */
  verify(token: string): Promise<Claims | null>;
};

const secondsOf = (at: Date) => Math.floor(at.getTime() / 1000);

/** What hono throws for a token that is none; every other error is one of ours. */
const isRefusal = (error: unknown) => error instanceof Error && error.name.startsWith("Jwt");

/**
 * Tokens of sessions: JSON Web Tokens with HS256, whatever their header asks for.
 * @param given.key of this purpose alone.
 * @param given.cached how many verified signatures are remembered; their end is checked every time.
 */
export const createTokens = (given: { key: string; clock: Clock; cached?: number }): Tokens => {
  const { key, clock, cached = CACHED_TOKENS } = given;
  const verified = new Map<string, Claims>();

  const remember = (token: string, claims: Claims) => {
    verified.delete(token);
    verified.set(token, claims);
    if (verified.size <= cached) return;
    const [oldest] = verified.keys();
    if (oldest !== undefined) verified.delete(oldest);
  };

  const readClaims = async (token: string): Promise<Claims | null> => {
    try {
      // hono would compare the times with the system's clock.
      const times = { exp: false, iat: false, nbf: false };
      const payload: unknown = await verify(token, key, { alg: ALGORITHM, ...times });
      return claimsSchema.safeParse(payload).data ?? null;
    } catch (error) {
      if (isRefusal(error)) return null;
      throw error;
    }
  };

  return {
    issue: ({ id, userId, expiresAt }) => {
      const claims: Claims = {
        sub: userId,
        sid: id,
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
      remember(token, claims);
      return claims;
    },
  };
};
