import { createFileRoute } from "@tanstack/react-router";
import { lazyScreen } from "#client/lib/routing/lazy-route.ts";
import { areas } from "#client/routes/-areas.ts";

export const Route = createFileRoute("/epic-auth.html")({
  component: lazyScreen(areas.accounts, "EpicWindow"),
  staticData: {
    head: (_search, site) => ({
      title: "Link Epic",
      description: `Link your Epic account at ${site.brand.name}.`,
    }),
  },
});
