import { createFileRoute } from "@tanstack/react-router";
import { lazyScreen } from "#client/lib/routing/lazy-route.ts";
import { hideSecret, searchSchema, searchString } from "#client/lib/search.ts";
import { areas } from "#client/routes/-areas.ts";
import { TITLES } from "#shared/messages.ts";

export const Route = createFileRoute("/_site/confirm-browser")({
  validateSearch: searchSchema({ code: searchString }),
  beforeLoad: ({ search }) => hideSecret("/confirm-browser", search.code),
  component: lazyScreen(areas.accounts, "ConfirmBrowser"),
  staticData: {
    head: (_search, site) => ({
      title: TITLES.confirmBrowser,
      description: `Confirm that it is you who logs in at ${site.brand.name}.`,
    }),
  },
});
