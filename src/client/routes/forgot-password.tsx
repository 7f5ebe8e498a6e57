import { createFileRoute } from "@tanstack/react-router";
import { lazyScreen } from "#client/lib/routing/lazy-route.ts";
import { areas } from "#client/routes/-areas.ts";

export const Route = createFileRoute("/forgot-password")({
  component: lazyScreen(areas.accounts, "ForgotPasswordScreen"),
  staticData: {
    head: (_search, site) => ({
      title: "Forgot Password",
      description: `Choose a new password for your account at ${site.brand.name}.`,
    }),
  },
});
