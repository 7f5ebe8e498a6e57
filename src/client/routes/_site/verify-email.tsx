import { createFileRoute } from "@tanstack/react-router";
import { z } from "zod/mini";
import { hideSecret } from "#client/lib/address-secret.ts";
import { lazyScreen } from "#client/lib/routing/lazy-route.ts";
import { areas } from "#client/routes/-areas.ts";

export const Route = createFileRoute("/_site/verify-email")({
  validateSearch: z.object({ code: z.catch(z.optional(z.string()), undefined) }),
  beforeLoad: ({ search }) => hideSecret("/verify-email", search.code),
  component: lazyScreen(areas.accounts, "VerifyEmail"),
  staticData: { head: () => ({ title: "Verify Email", description: null }) },
});
