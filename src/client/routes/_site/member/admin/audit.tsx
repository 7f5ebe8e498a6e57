import { createFileRoute } from "@tanstack/react-router";
import { lazyLoader, lazyScreen } from "#client/lib/routing/lazy-route.ts";
import { auditSearch } from "#client/lib/routing/list-searches.ts";
import { areas } from "#client/routes/-areas.ts";

export const Route = createFileRoute("/_site/member/admin/audit")({
  validateSearch: auditSearch,
  loaderDeps: ({ search }) => search,
  loader: lazyLoader(areas.team, "loadAudit"),
  component: lazyScreen(areas.team, "Audit"),
  staticData: { head: () => ({ title: "Audit Log", description: null }) },
});
