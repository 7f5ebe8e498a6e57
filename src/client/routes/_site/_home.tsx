import { createFileRoute } from "@tanstack/react-router";
import { lazyScreen } from "#client/lib/routing/lazy-route.ts";
import { areas } from "#client/routes/-areas.ts";

/** The home page, which stays while the sheet of a server is open. */
export const Route = createFileRoute("/_site/_home")({
  component: lazyScreen(areas.home, "Home"),
});
