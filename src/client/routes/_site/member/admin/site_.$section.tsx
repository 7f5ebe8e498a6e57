import { createFileRoute } from "@tanstack/react-router";
import { sectionSearch } from "#client/features/site-editor/section-search.ts";
import { lazyScreen } from "#client/lib/routing/lazy-route.ts";
import { areas } from "#client/routes/-areas.ts";

export const Route = createFileRoute("/_site/member/admin/site_/$section")({
  validateSearch: sectionSearch,
  component: lazyScreen(areas.siteEditor, "Section"),
  staticData: {
    head: (_search, _site, { section = "" }) => ({
      title: `Site: ${section.slice(0, 1).toUpperCase()}${section.slice(1)}`,
      description: null,
    }),
  },
});
