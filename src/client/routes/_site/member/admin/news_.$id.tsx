import { createFileRoute } from "@tanstack/react-router";
import { lazyScreen } from "#client/lib/routing/lazy-route.ts";
import { areas } from "#client/routes/-areas.ts";

export const Route = createFileRoute("/_site/member/admin/news_/$id")({
  component: lazyScreen(areas.team, "EditPostScreen"),
  staticData: { head: () => ({ title: "Post", description: null }) },
});
