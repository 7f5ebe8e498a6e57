import { createFileRoute } from "@tanstack/react-router";
import { lazyScreen } from "#client/lib/routing/lazy-route.ts";
import { searchNumber, searchSchema } from "#client/lib/search.ts";
import { areas } from "#client/routes/-areas.ts";

export const Route = createFileRoute("/_site/member/admin/news_/new")({
  validateSearch: searchSchema({ draft: searchNumber }),
  component: lazyScreen(areas.team, "NewPostScreen"),
  staticData: { head: () => ({ title: "New post", description: null }) },
});
