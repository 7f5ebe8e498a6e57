import { createFileRoute } from "@tanstack/react-router";
import { lazyScreen } from "#client/lib/routing/lazy-route.ts";
import { areas } from "#client/routes/-areas.ts";

export const Route = createFileRoute("/_site/verify")({
  component: lazyScreen(areas.accounts, "VerifyScreen"),
  staticData: {
    head: (_search, site) => ({
      title: "Confirm Your Email",
      description: `One click in a mail from ${site.brand.name}, and your account is ready.`,
    }),
  },
});
