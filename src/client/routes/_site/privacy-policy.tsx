import { createFileRoute } from "@tanstack/react-router";
import { lazyScreen, ONCE } from "#client/lib/routing/lazy-route.ts";
import { areas } from "#client/routes/-areas.ts";

export const Route = createFileRoute("/_site/privacy-policy")({
  loader: ({ context: { queries } }) => queries.community.privacy.ensureData(undefined, ONCE),
  component: lazyScreen(areas.documents, "Privacy"),
  staticData: {
    head: (_search, site) => ({
      title: "Privacy Policy",
      description: `What ${site.brand.name} knows about you, why, for how long, and how to have it removed.`,
    }),
  },
});
