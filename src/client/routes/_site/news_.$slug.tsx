import { createFileRoute } from "@tanstack/react-router";
import { statusOf } from "#client/lib/api-error.ts";
import { lazyScreen, nothingHere, ONCE } from "#client/lib/routing/lazy-route.ts";
import { areas } from "#client/routes/-areas.ts";
import { TITLES } from "#shared/messages.ts";
import type { NewsPost } from "#shared/schemas/news.ts";

/** What an address is answered with where no post is, or none can be. */
const NOTHING: ReadonlySet<number | null> = new Set([400, 404]);

export const Route = createFileRoute("/_site/news_/$slug")({
  loader: {
    handler: async ({ context: { queries }, params: { slug } }) => {
      // What the server renders of it is its frame.
      if (typeof document === "undefined") return null;
      try {
        return await queries.news.post.ensureData({ slug }, ONCE);
      } catch (error) {
        throw NOTHING.has(statusOf(error)) ? nothingHere() : error;
      }
    },
    staleReloadMode: "blocking",
  },
  component: lazyScreen(areas.documents, "PostScreen"),
  staticData: {
    head: (_search, _site, _params, loaded) => {
      const { title, summary } = (loaded ?? {}) as Partial<NewsPost>;
      return { title: title ?? TITLES.news, description: summary ?? null };
    },
    places: { title: "$title", summary: "$summary" } satisfies Partial<NewsPost>,
    previewOf: "/news",
  },
});
