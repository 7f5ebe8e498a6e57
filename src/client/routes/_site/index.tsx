import { createFileRoute } from "@tanstack/react-router";
import { z } from "zod/mini";
import { searchChoice } from "#client/lib/search-choice.ts";
import { STATUS_GAMES } from "#shared/constants/games.ts";

export const Route = createFileRoute("/_site/")({
  validateSearch: z.object({ status: searchChoice(STATUS_GAMES) }),
  staticData: { head: () => ({ title: null, description: null }) },
});
