import { createFileRoute } from "@tanstack/react-router";
import { lazyScreen } from "#client/lib/routing/lazy-route.ts";
import { hideSecret, searchSchema, searchString } from "#client/lib/search.ts";
import { areas } from "#client/routes/-areas.ts";
import { TITLES } from "#shared/messages.ts";

export const Route = createFileRoute("/_site/revert-address")({
  validateSearch: searchSchema({ code: searchString }),
  beforeLoad: ({ search }) => hideSecret("/revert-address", search.code),
  component: lazyScreen(areas.accounts, "RevertAddress"),
  staticData: {
    head: (_search, site) => ({
      title: TITLES.revertAddress,
      description: TITLES.revertAddressAbout(site.brand.name),
    }),
  },
});
