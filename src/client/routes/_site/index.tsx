import { createFileRoute } from "@tanstack/react-router";
import { z } from "zod/mini";
import { lazyScreen } from "#client/lib/routing/lazy-route.ts";
import { searchChoice } from "#client/lib/search-choice.ts";
import { areas } from "#client/routes/-areas.ts";
import { STATUS_GAMES } from "#shared/constants/games.ts";

export const Route = createFileRoute("/_site/")({
  validateSearch: z.object({ status: searchChoice(STATUS_GAMES) }),
  component: lazyScreen(areas.home, "Home"),
  staticData: { head: () => ({ title: null, description: null }) },
});
