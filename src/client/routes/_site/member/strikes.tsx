import { createFileRoute } from "@tanstack/react-router";
import { lazyLoader, lazyScreen } from "#client/lib/routing/lazy-route.ts";
import { areas } from "#client/routes/-areas.ts";

export const Route = createFileRoute("/_site/member/strikes")({
  loader: lazyLoader(areas.account, "loadOwnStrikes"),
  component: lazyScreen(areas.account, "OwnStrikes"),
  staticData: { head: () => ({ title: "Strikes", description: null }) },
});
