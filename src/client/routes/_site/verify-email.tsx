import { createFileRoute } from "@tanstack/react-router";
import { lazyScreen } from "#client/lib/routing/lazy-route.ts";
import { hideSecret, searchSchema, searchString } from "#client/lib/search.ts";
import { areas } from "#client/routes/-areas.ts";

export const Route = createFileRoute("/_site/verify-email")({
  validateSearch: searchSchema({ code: searchString }),
  beforeLoad: ({ search }) => hideSecret("/verify-email", search.code),
  component: lazyScreen(areas.accounts, "VerifyEmail"),
  staticData: {
    head: (_search, site) => ({
      title: "Verify Email",
      description: `Confirm the email address of your account at ${site.brand.name}.`,
    }),
  },
});
