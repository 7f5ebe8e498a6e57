import { createFileRoute } from "@tanstack/react-router";
import { lazyScreen } from "#client/lib/routing/lazy-route.ts";
import { areas } from "#client/routes/-areas.ts";

export const Route = createFileRoute("/epic-auth.html")({
  component: lazyScreen(areas.linking, "EpicWindow"),
  staticData: { head: () => ({ title: "Link Epic", description: null }) },
});
