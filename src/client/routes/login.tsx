import { createFileRoute } from "@tanstack/react-router";
import { z } from "zod/mini";
import { lazyScreen } from "#client/lib/routing/lazy-route.ts";
import { areas } from "#client/routes/-areas.ts";

const search = z.object({
  /** Where the person wanted to go, as anybody may have written it: the screen looks at it first. */
  redirect: z.catch(z.optional(z.string()), undefined),
  /** The account that is signed in lacks the roles for it. */
  lacking: z.catch(z.optional(z.literal(true)), undefined),
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
