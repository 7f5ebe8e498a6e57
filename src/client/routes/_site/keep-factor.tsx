import { createFileRoute } from "@tanstack/react-router";
import { lazyScreen } from "#client/lib/routing/lazy-route.ts";
import { hideSecret, searchSchema, searchString } from "#client/lib/search.ts";
import { areas } from "#client/routes/-areas.ts";
import { TITLES } from "#shared/messages.ts";

export const Route = createFileRoute("/_site/keep-factor")({
  validateSearch: searchSchema({ code: searchString }),
  beforeLoad: ({ search }) => hideSecret("/keep-factor", search.code),
  component: lazyScreen(areas.accounts, "KeepFactor"),
  staticData: {
    head: (_search, site) => ({
      title: TITLES.keepFactor,
      description: `Keep the second factor of your account at ${site.brand.name}.`,
    }),
  },
});
