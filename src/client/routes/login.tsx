import { createFileRoute } from "@tanstack/react-router";
import { lazyScreen } from "#client/lib/routing/lazy-route.ts";
import { searchFlag, searchSchema, searchString } from "#client/lib/search.ts";
import { areas } from "#client/routes/-areas.ts";

const search = searchSchema({
  /** Where the person wanted to go, as anybody may have written it: the screen looks at it first. */
  redirect: searchString,
  /** The account that is signed in lacks the roles for it. */
  lacking: searchFlag,
});

export const Route = createFileRoute("/login")({
  validateSearch: search,
  component: lazyScreen(areas.accounts, "Login"),
  staticData: {
    head: (_search, site) => ({
      title: "Login",
      description: `Log in to your account at ${site.brand.name}.`,
    }),
  },
});
