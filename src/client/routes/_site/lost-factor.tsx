import { createFileRoute } from "@tanstack/react-router";
import { lazyScreen } from "#client/lib/routing/lazy-route.ts";
import { hideSecret, searchSchema, searchString } from "#client/lib/search.ts";
import { areas } from "#client/routes/-areas.ts";
import { TITLES } from "#shared/messages.ts";

export const Route = createFileRoute("/_site/lost-factor")({
  validateSearch: searchSchema({ code: searchString }),
  beforeLoad: ({ search }) => hideSecret("/lost-factor", search.code),
  component: lazyScreen(areas.accounts, "LostFactor"),
  staticData: {
    head: (_search, site) => ({
      title: TITLES.lostFactor,
      description: `Get back into your account at ${site.brand.name} without your second factor.`,
    }),
  },
});
