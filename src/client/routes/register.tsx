import { createFileRoute } from "@tanstack/react-router";
import { lazyScreen } from "#client/lib/routing/lazy-route.ts";
import { searchSchema, searchString } from "#client/lib/search.ts";
import { areas } from "#client/routes/-areas.ts";

const search = searchSchema({
  /** Where the person wanted to go, as anybody may have written it: the screen looks at it first. */
  redirect: searchString,
});

export const Route = createFileRoute("/register")({
  validateSearch: search,
  component: lazyScreen(areas.accounts, "Register"),
  staticData: {
    head: (_search, site) => ({
      title: "Create an Account",
      description: `Join ${site.brand.name} with your Discord account.`,
    }),
  },
});
