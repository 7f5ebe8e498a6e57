/** What a tab needs of the feed, as one script. */
export { createRefetch } from "./refetch.ts";
export { followRights } from "./rights.ts";
export { joinSharedFeed } from "./shared-feed.ts";
