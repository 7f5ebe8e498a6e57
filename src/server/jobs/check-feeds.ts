import type { Auth } from "#server/auth/auth.ts";
import { checkFeeds } from "#server/live/check-feeds.ts";
import type { FeedHub } from "#server/live/feed.ts";
import type { Job } from "./job.ts";

/** Ends the feeds of those who were away too long [LIVE-02]. Every instance has its own. */
export const checkFeedsJob = (given: { auth: Auth; feeds: FeedHub }): Job => ({
  name: "check-feeds",
  everyMs: 60_000,
  leased: false,
  run: (signal) => checkFeeds(given, { signal }),
});
