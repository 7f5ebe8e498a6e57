import { useLocation } from "@tanstack/react-router";
import { Suspense, useState, useSyncExternalStore } from "react";
import { lazyPart } from "#client/lib/chunks.ts";
import { closedNews } from "#client/lib/closed-news.ts";
import { useAfter } from "#client/lib/timers.ts";
import { trpc } from "#client/lib/trpc.ts";
import { DAY_MS } from "#shared/constants/time.ts";
import { PINNED_AFTER_MS } from "#shared/constants/timings.ts";
import type { NewsItem } from "#shared/schemas/news.ts";

const PinnedBar = lazyPart(() => import("./pinned-bar.tsx"));

/** Asked for when the page is there, whenever news come, and when it changes by itself; null for none. */
const usePinned = (): NewsItem | null => {
  const [isAsked, setAsked] = useState(false);
  useAfter(PINNED_AFTER_MS, () => setAsked(true));
  const { data } = trpc.news.pinned.useQuery(undefined, {
    enabled: isAsked,
    retry: false,
    refetchInterval: ({ state }) => Math.min(state.data?.changesInMs ?? DAY_MS, DAY_MS),
    refetchIntervalInBackground: true,
  });
  return data?.post ?? null;
};

/** The post that is pinned, on every page but its own until it is closed. It lies over the page and moves nothing. */
export const PinnedNews = () => {
  const post = usePinned();
  const closed = useSyncExternalStore(closedNews.subscribe, closedNews.read, () => "");
  const { pathname } = useLocation();
  if (post === null || closedNews.has(closed, post.id) || pathname === `/news/${post.slug}`)
    return null;
  return (
    <Suspense>
      <PinnedBar post={post} onClose={() => closedNews.close(post.id)} />
    </Suspense>
  );
};
