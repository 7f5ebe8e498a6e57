import { createFileRoute } from "@tanstack/react-router";
import { lazyLoader, lazyScreen } from "#client/lib/routing/lazy-route.ts";
import { inboxSearch } from "#client/lib/routing/list-searches.ts";
import { areas } from "#client/routes/-areas.ts";

export const Route = createFileRoute("/_site/member/admin/inbox")({
  validateSearch: inboxSearch,
  loaderDeps: ({ search }) => search,
  loader: lazyLoader(areas.team, "loadInbox"),
  component: lazyScreen(areas.team, "Inbox"),
  staticData: { head: () => ({ title: "Store Events", description: null }) },
});
