import { createFileRoute } from "@tanstack/react-router";
import { z } from "zod/mini";
import { hideSecret } from "#client/lib/address-secret.ts";
import { LOGIN } from "#shared/messages.ts";

export const Route = createFileRoute("/_site/confirm-browser")({
  validateSearch: z.object({ code: z.catch(z.optional(z.string()), undefined) }),
  beforeLoad: ({ search }) => hideSecret("/confirm-browser", search.code),
  staticData: { head: () => ({ title: LOGIN.browserTitle, description: null }) },
});
