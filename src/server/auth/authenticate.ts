import type { Cause, Session, SessionUser, Sessions } from "./lucia.ts";
import type { Tokens } from "./token.ts";

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
