import { createFileRoute } from "@tanstack/react-router";
import { lazyScreen } from "#client/lib/routing/lazy-route.ts";
import { areas } from "#client/routes/-areas.ts";

export const Route = createFileRoute("/_site/resend-verification")({
  component: lazyScreen(areas.accounts, "ResendScreen"),
  staticData: {
    head: (_search, site) => ({
      title: "Resend Verification",
      description: `Get a new verification mail from ${site.brand.name}.`,
    }),
  },
});
