import { createFileRoute } from "@tanstack/react-router";
import { lazyScreen, nothingHere, ONCE } from "#client/lib/routing/lazy-route.ts";
import { areas } from "#client/routes/-areas.ts";
import type { DocumentPage } from "#shared/schemas/community/documents.ts";

/** A page of the community's own; the router looks which there are. */
export const Route = createFileRoute("/_site/$pageKey")({
  // Its address may be written in any case.
  params: { parse: ({ pageKey }) => ({ pageKey: pageKey.toLowerCase() }) },
  loader: {
    handler: async ({ context: { queries }, params: { pageKey } }) => {
      const page = await queries.community.page.ensureData({ key: pageKey }, ONCE);
      // It was there when this tab was opened.
      if (page === null) throw nothingHere();
      return page;
    },
    staleReloadMode: "blocking",
  },
  component: lazyScreen(areas.documents, "Document"),
  staticData: {
    head: (_search, _site, _params, loaded) => {
      const { title, description } = (loaded ?? {}) as Partial<DocumentPage>;
      return { title: title ?? null, description: description ?? null };
    },
  },
});
