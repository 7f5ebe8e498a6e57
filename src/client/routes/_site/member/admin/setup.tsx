import { createFileRoute } from "@tanstack/react-router";
import { setupSearch } from "#client/features/setup/list-search.ts";
import { lazyLoader, lazyScreen } from "#client/lib/routing/lazy-route.ts";
import { areas } from "#client/routes/-areas.ts";
import { TITLES } from "#shared/title-messages.ts";

export const Route = createFileRoute("/_site/member/admin/setup")({
  validateSearch: setupSearch,
  loaderDeps: ({ search }) => search,
  loader: lazyLoader(areas.operation, "loadSetup"),
  component: lazyScreen(areas.operation, "SetupWizard"),
  staticData: { head: () => ({ title: TITLES.setup, description: null }) },
});
