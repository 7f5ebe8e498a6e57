import { checkFeeds } from "#server/live/check-feeds.ts";
import type { Job } from "./job.ts";

/** Ends the feeds of those who were away too long (design §7). Every instance has its own. */
export const checkFeedsJob = (deps: Parameters<typeof checkFeeds>[0]): Job => ({
  name: "check-feeds",
  everyMs: 60_000,
  leased: false,
  run: (signal) => checkFeeds(deps, { signal }),
});
