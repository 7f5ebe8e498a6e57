import type { FeedHub } from "#server/live/feed.ts";
import type { Visit } from "./visit.ts";

const HEADERS = {
  "content-type": "text/event-stream",
  "cache-control": "no-store, no-transform",
  // nginx would keep the events to itself.
  "x-accel-buffering": "no",
};

/** `GET /api/feed`: what changes, as it changes. A guest hears what everyone may hear. */
export const feedHandler = (feeds: FeedHub) => (visit: Visit) =>
  new Response(visit.isHead ? null : feeds.open(["everyone"], visit.address()), {
    headers: HEADERS,
  });
