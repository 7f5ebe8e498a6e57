import { createFileRoute } from "@tanstack/react-router";
import { lazyScreen } from "#client/lib/routing/lazy-route.ts";
import { hideSecret, searchSchema, searchString } from "#client/lib/search.ts";
import { TITLES } from "#shared/messages.ts";
import { areas } from "./-areas.ts";

export const Route = createFileRoute("/setup")({
  validateSearch: searchSchema({ token: searchString }),
  beforeLoad: ({ search }) => hideSecret("/setup", search.token),
  component: lazyScreen(areas.accounts, "Setup"),
  staticData: { head: () => ({ title: TITLES.setup, description: null }) },
});
