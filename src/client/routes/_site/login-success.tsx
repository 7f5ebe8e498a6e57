import { createFileRoute } from "@tanstack/react-router";
import { lazyScreen } from "#client/lib/routing/lazy-route.ts";
import { areas } from "#client/routes/-areas.ts";

export const Route = createFileRoute("/_site/login-success")({
  component: lazyScreen(areas.accounts, "LoginSuccessScreen"),
  staticData: {
    head: (_search, site) => ({
      title: "Logging In",
      description: `You are being logged in at ${site.brand.name}.`,
    }),
  },
});
