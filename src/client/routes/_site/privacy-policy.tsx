import { createFileRoute } from "@tanstack/react-router";
import { lazyScreen } from "#client/lib/routing/lazy-route.ts";
import { areas } from "#client/routes/-areas.ts";

export const Route = createFileRoute("/_site/privacy-policy")({
  component: lazyScreen(areas.privacy, "Privacy"),
  staticData: {
    head: (_search, site) => ({
      title: "Privacy Policy",
      description: `What ${site.brand.name} knows about you, why, for how long, and how to have it removed.`,
    }),
  },
});
