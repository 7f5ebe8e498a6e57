import { createFileRoute } from "@tanstack/react-router";
import { lazyLoader, lazyScreen } from "#client/lib/routing/lazy-route.ts";
import { areas } from "#client/routes/-areas.ts";

export const Route = createFileRoute("/_site/member/admin/keys")({
  loader: lazyLoader(areas.bridge, "loadKeys"),
  component: lazyScreen(areas.bridge, "KeysPage"),
  staticData: { head: () => ({ title: "Bridge Keys", description: null }) },
});
