import { createFileRoute } from "@tanstack/react-router";
import { lazyScreen } from "#client/lib/routing/lazy-route.ts";
import { areas } from "#client/routes/-areas.ts";

export const Route = createFileRoute("/register")({
  component: lazyScreen(areas.accounts, "RegisterScreen"),
  staticData: {
    head: (_search, site) => ({
      title: "Create an Account",
      description: `Join ${site.brand.name} with your Discord account.`,
    }),
  },
});
