import { createFileRoute } from "@tanstack/react-router";
import { lazyScreen } from "#client/lib/routing/lazy-route.ts";
import { hideSecret, searchSchema, searchString } from "#client/lib/search.ts";
import { areas } from "#client/routes/-areas.ts";
import { TITLES } from "#shared/messages.ts";

export const Route = createFileRoute("/_site/end-sessions")({
  validateSearch: searchSchema({ code: searchString }),
  beforeLoad: ({ search }) => hideSecret("/end-sessions", search.code),
  component: lazyScreen(areas.accounts, "EndSessions"),
  staticData: {
    head: (_search, site) => ({
      title: TITLES.endSessions,
      description: `Log your account at ${site.brand.name} out everywhere.`,
    }),
  },
});
