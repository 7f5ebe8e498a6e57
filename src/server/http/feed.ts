import type { Auth } from "#server/auth/auth.ts";
import { authenticate } from "#server/auth/authenticate.ts";
import { AppError } from "#server/core/errors.ts";
import { REFUSALS } from "#server/core/refusals.ts";
import { checkFeeds } from "#server/live/check-feeds.ts";
import { type FeedHub, memberChannel, MEMBERS } from "#server/live/feed.ts";
import type { HttpContext } from "./http-context.ts";
import { bearerOf } from "./request-headers.ts";

const HEADERS = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-store, no-transform",
  // nginx would keep the events to itself.
  "x-accel-buffering": "no",
};

type FeedDeps = { auth: Auth; feeds: FeedHub };

const signInFirst = () => new AppError("unauthorized", REFUSALS.signInFirst);

/** Whose token it is. A feed is no use of a session: it never keeps one alive. */
const openForMember = async ({ auth, feeds }: FeedDeps, address: string, token: string) => {
  const claims = await auth.tokens.verify(token);
  if (claims === null) throw signInFirst();
  const channels = ["everyone", MEMBERS, memberChannel(claims.sub)];
  const stream = feeds.open(channels, address, { id: claims.sessionId, userId: claims.sub });
  // Joined before the session is looked for: its end, from now on, is heard.
  const leave = async (error: unknown): Promise<never> => {
    await stream.cancel();
    throw error;
  };
  const signedIn = await authenticate(auth, token, "background").catch(leave);
  if (signedIn === null) return await leave(signInFirst());
  const isAdmin = signedIn.user.role === "Admin";
  feeds.setAdmin(claims.sub, isAdmin);
  // A demotion that was heard before had nothing to take away yet.
  if (isAdmin) await checkFeeds({ feeds, auth }, { userId: claims.sub }).catch(leave);
  return stream;
};

/**
 * `GET /api/feed`: what changes, as it changes. A guest hears what everyone may hear, a member also
 * what concerns them; whoever sends a token that is worth nothing is told so, 401.
 */
export const feedHandler =
  (deps: FeedDeps) =>
  async (httpContext: HttpContext, request: Request): Promise<Response> => {
    const token = bearerOf(request);
    const address = httpContext.address();
    if (httpContext.isHead) return new Response(null, { headers: HEADERS });
    const stream =
      token === null
        ? deps.feeds.open(["everyone"], address, null, httpContext.widerNetwork())
        : await openForMember(deps, address, token);
    return new Response(stream, { headers: HEADERS });
  };
