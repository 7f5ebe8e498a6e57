import { createFileRoute } from "@tanstack/react-router";
import { hideSecret } from "#client/lib/address-secret.ts";
import { lazyScreen } from "#client/lib/routing/lazy-route.ts";
import { searchSchema, searchString } from "#client/lib/search.ts";
import { areas } from "#client/routes/-areas.ts";

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
