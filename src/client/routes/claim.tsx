import { createFileRoute } from "@tanstack/react-router";
import { lazyScreen } from "#client/lib/routing/lazy-route.ts";
import { hideSecret, searchSchema, searchString } from "#client/lib/search.ts";
import { areas } from "./-areas.ts";

export const Route = createFileRoute("/claim")({
  validateSearch: searchSchema({ token: searchString }),
  beforeLoad: ({ search }) => hideSecret("/claim", search.token),
  component: lazyScreen(areas.accounts, "Claim"),
  staticData: {
    head: (_search, site) => ({
      title: "Claim Your Account",
      description: `Claim your account at ${site.brand.name}, which has moved here.`,
    }),
  },
});
