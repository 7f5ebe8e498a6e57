import { createFileRoute } from "@tanstack/react-router";
import { z } from "zod/mini";
import { STATUS_GAMES } from "#shared/constants/games.ts";

export const Route = createFileRoute("/_site/")({
  validateSearch: z.object({ status: z.catch(z.optional(z.enum(STATUS_GAMES)), undefined) }),
  staticData: { head: () => ({ title: null, description: null }) },
});
