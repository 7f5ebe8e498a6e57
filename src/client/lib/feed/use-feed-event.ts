import { use, useEffect, useEffectEvent } from "react";
import type { FeedEvent } from "#shared/feed.ts";
import { LiveContext } from "./live.ts";

/** Acts on what the feed tells while this is on the screen; nothing that it asks counts as use. */
export const useFeedEvent = (act: (event: FeedEvent) => void) => {
  const live = use(LiveContext);
  const onEvent = useEffectEvent(act);
  useEffect(() => live?.onEvent((event) => onEvent(event)), [live]);
};
