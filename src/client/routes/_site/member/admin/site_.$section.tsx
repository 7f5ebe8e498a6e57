import { createFileRoute } from "@tanstack/react-router";
import { sectionSearch } from "#client/features/site-editor/section-search.ts";
import { lazyScreen, nothingHere } from "#client/lib/routing/lazy-route.ts";
import { areas } from "#client/routes/-areas.ts";

export const Route = createFileRoute("/_site/member/admin/site_/$section")({
  validateSearch: sectionSearch,
  beforeLoad: async ({ params }) => {
    // What the server renders of it is its frame.
    if (typeof document === "undefined") return;
    // A script that does not come is the screen's to wait for.
    const area = await areas.siteEditor().catch(() => null);
    if (area !== null && area.sectionOf(params.section) === undefined) throw nothingHere();
  },
  component: lazyScreen(areas.siteEditor, "Section"),
  staticData: {
    head: (_search, _site, { section = "" }) => ({
      title: `Site: ${section.slice(0, 1).toUpperCase()}${section.slice(1)}`,
      description: null,
    }),
  },
});
