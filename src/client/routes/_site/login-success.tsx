import { createFileRoute } from "@tanstack/react-router";
import { lazyScreen } from "#client/lib/routing/lazy-route.ts";
import { areas } from "#client/routes/-areas.ts";

export const Route = createFileRoute("/_site/login-success")({
  component: lazyScreen(areas.accounts, "LoginSuccessScreen"),
  staticData: { head: () => ({ title: "Logging In", description: null }) },
});
