import { rightsOf, type Rule } from "#server/access/rights.ts";
import type { Sessions } from "#server/auth/lucia.ts";
import type { FeedHub } from "./feed.ts";

/** Requests are let in after so much work at a stretch. */
const SLICE_MS = 5;

/**
 * Closes the feeds of this instance whose session has run out, or has ended without our hearing of
 * it; the others hear what goes with what their member may do now. Looking keeps no session alive.
 * @param which.userId the feeds of one member alone.
 * @param which.signal ends it early.
 */
export const checkFeeds = async (
  given: Rule & {
    feeds: Pick<FeedHub, "sessions" | "endSession" | "setPermissions">;
    auth: { sessions: Pick<Sessions, "validate"> };
  },
  { userId, signal }: { userId?: string; signal?: AbortSignal } = {},
): Promise<void> => {
  const { feeds, auth } = given;
  let sliceEndsMs = performance.now() + SLICE_MS;
  for (const session of feeds.sessions(userId)) {
    if (signal?.aborted === true) return;
    const found = await auth.sessions.validate(session.id, "background");
    if (found === null) feeds.endSession(session);
    else feeds.setPermissions(session, rightsOf(found.user, found.session, given).permissions);
    if (performance.now() < sliceEndsMs) continue;
    await Bun.sleep(0);
    sliceEndsMs = performance.now() + SLICE_MS;
  }
};
