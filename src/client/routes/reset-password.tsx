import { createFileRoute } from "@tanstack/react-router";
import { z } from "zod/mini";

export const Route = createFileRoute("/reset-password")({
  validateSearch: z.object({ token: z.catch(z.optional(z.string()), undefined) }),
  staticData: { head: () => ({ title: "Set a New Password", description: null }) },
});
