import { createFileRoute } from "@tanstack/react-router";
import { hideSecret } from "#client/lib/address-secret.ts";
import { lazyScreen } from "#client/lib/routing/lazy-route.ts";
import { searchSchema, searchString } from "#client/lib/search.ts";
import { areas } from "#client/routes/-areas.ts";
import { TITLES } from "#shared/title-messages.ts";

export const Route = createFileRoute("/setup")({
  validateSearch: searchSchema({ token: searchString }),
  beforeLoad: ({ search }) => hideSecret("/setup", search.token),
  component: lazyScreen(areas.accounts, "Setup"),
  staticData: { head: () => ({ title: TITLES.setup, description: null }) },
});
