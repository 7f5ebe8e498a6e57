import { createFileRoute } from "@tanstack/react-router";

export const Route = createFileRoute("/_site/privacy-policy")({
  staticData: {
    head: (_search, site) => ({
      title: "Privacy Policy",
      description: `What ${site.brand.name} knows about you, why, for how long, and how to have it removed.`,
    }),
  },
});
