import { rightsOf, type Rule } from "#server/access/rights.ts";
import { type Auth, authenticate } from "#server/auth/auth.ts";
import { AppError, REFUSALS } from "#server/core/errors.ts";
import { type FeedHub, memberChannel, MEMBERS } from "#server/live/feed.ts";
import { checkFeeds } from "#server/live/wire.ts";
import type { HttpContext } from "./http-context.ts";
import { bearerOf, readHeader } from "./request.ts";

const HEADERS = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-store, no-transform",
  // nginx would keep the events to itself.
  "x-accel-buffering": "no",
};

type FeedDeps = Rule & { auth: Auth; feeds: FeedHub };

/** So many digits are a day. */
const MISSED = /^\d{1,8}$/;

/** How long ago the page began to read, or heard the last, in ms; null where it does not say. */
const missedMsOf = (request: Request): number | null => {
  const said = readHeader(request, "x-missed-ms");
  return said !== null && MISSED.test(said) ? Number(said) : null;
};

const signInFirst = () => new AppError("unauthorized", REFUSALS.signInFirst);

/** Whose token it is. A feed is no use of a session: it never keeps one alive. */
const openForMember = async (
  { auth, feeds, config }: FeedDeps,
  address: string,
  token: string,
  missedMs: number | null,
) => {
  const claims = await auth.tokens.verify(token);
  if (claims === null) throw signInFirst();
  const channels = ["everyone", MEMBERS, memberChannel(claims.sub)];
  const session = { id: claims.sessionId, userId: claims.sub };
  const stream = feeds.open(channels, address, session, null, missedMs);
  // Joined before the session is looked for: its end, from now on, is heard.
  const leave = async (error: unknown): Promise<never> => {
    await stream.cancel();
    throw error;
  };
  const signedIn = await authenticate(auth, token, "background").catch(leave);
  if (signedIn === null) return await leave(signInFirst());
  const { permissions } = rightsOf(signedIn.user, signedIn.session, { config });
  feeds.setPermissions(session, permissions);
  // What was taken away, and heard before, was not there yet.
  if (permissions.length > 0)
    await checkFeeds({ feeds, auth, config }, { userId: claims.sub }).catch(leave);
  feeds.catchUp(session);
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
    const missedMs = missedMsOf(request);
    if (httpContext.isHead) return new Response(null, { headers: HEADERS });
    const stream =
      token === null
        ? deps.feeds.open(["everyone"], address, null, httpContext.widerNetwork(), missedMs)
        : await openForMember(deps, address, token, missedMs);
    return new Response(stream, { headers: HEADERS });
  };
