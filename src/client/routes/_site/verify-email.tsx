import { createFileRoute } from "@tanstack/react-router";
import { z } from "zod/mini";

export const Route = createFileRoute("/_site/verify-email")({
  validateSearch: z.object({ code: z.catch(z.optional(z.string()), undefined) }),
  staticData: { head: () => ({ title: "Verify Email", description: null }) },
});
