import { createFileRoute } from "@tanstack/react-router";
import { lazyLoader, lazyScreen } from "#client/lib/routing/lazy-route.ts";
import { setupSearch } from "#client/lib/routing/list-searches.ts";
import { areas } from "#client/routes/-areas.ts";
import { TITLES } from "#shared/messages.ts";

export const Route = createFileRoute("/_site/member/admin/setup")({
  validateSearch: setupSearch,
  loaderDeps: ({ search }) => search,
  loader: lazyLoader(areas.operation, "loadSetup"),
  component: lazyScreen(areas.operation, "SetupWizard"),
  staticData: { head: () => ({ title: TITLES.setup, description: null }) },
});
