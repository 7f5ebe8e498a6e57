import { createFileRoute } from "@tanstack/react-router";
import { z } from "zod/mini";
import { hideSecret } from "#client/lib/address-secret.ts";
import { lazyScreen } from "#client/lib/routing/lazy-route.ts";
import { areas } from "#client/routes/-areas.ts";

export const Route = createFileRoute("/reset-password")({
  validateSearch: z.object({ token: z.catch(z.optional(z.string()), undefined) }),
  beforeLoad: ({ search }) => hideSecret("/reset-password", search.token),
  component: lazyScreen(areas.accounts, "ResetPassword"),
  staticData: { head: () => ({ title: "Set a New Password", description: null }) },
});
