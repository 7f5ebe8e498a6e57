import { createFileRoute } from "@tanstack/react-router";
import { searchChoice, searchSchema } from "#client/lib/search.ts";
import { STATUS_GAMES } from "#shared/constants/games.ts";

export const Route = createFileRoute("/_site/_home/")({
  validateSearch: searchSchema({ status: searchChoice(STATUS_GAMES) }),
  staticData: { head: () => ({ title: null, description: null }) },
});
