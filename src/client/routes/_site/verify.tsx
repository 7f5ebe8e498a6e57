import { createFileRoute } from "@tanstack/react-router";
import { lazyScreen } from "#client/lib/routing/lazy-route.ts";
import { areas } from "#client/routes/-areas.ts";

export const Route = createFileRoute("/_site/verify")({
  component: lazyScreen(areas.accounts, "VerifyScreen"),
  staticData: { head: () => ({ title: "Confirm Your Email", description: null }) },
});
