import { createFileRoute } from "@tanstack/react-router";
import { lazyScreen } from "#client/lib/routing/lazy-route.ts";
import { hideSecret, searchSchema, searchString } from "#client/lib/search.ts";
import { areas } from "./-areas.ts";

export const Route = createFileRoute("/reset-password")({
  validateSearch: searchSchema({ token: searchString }),
  beforeLoad: ({ search }) => hideSecret("/reset-password", search.token),
  component: lazyScreen(areas.accounts, "ResetPassword"),
  staticData: {
    head: (_search, site) => ({
      title: "Set a New Password",
      description: `Set a new password for your account at ${site.brand.name}.`,
    }),
  },
});
