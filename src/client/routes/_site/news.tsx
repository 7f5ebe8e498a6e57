import { createFileRoute } from "@tanstack/react-router";
import { lazyScreen, PAGES } from "#client/lib/routing/lazy-route.ts";
import { areas } from "#client/routes/-areas.ts";
import { NEWS_LIST } from "#shared/constants/lists.ts";
import { TITLES } from "#shared/messages.ts";

export const Route = createFileRoute("/_site/news")({
  loader: ({ context: { queries } }) => {
    // What the server renders of it is its frame.
    if (typeof document !== "undefined") void queries.news.list.prefetchInfinite(NEWS_LIST, PAGES);
  },
  component: lazyScreen(areas.news, "NewsScreen"),
  staticData: {
    head: (_search, { brand }) => ({
      title: TITLES.news,
      description: TITLES.newsAbout(brand.name),
      hasFeeds: true,
    }),
  },
});
