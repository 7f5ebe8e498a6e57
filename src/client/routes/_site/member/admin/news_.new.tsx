import { createFileRoute } from "@tanstack/react-router";
import { lazyScreen } from "#client/lib/routing/lazy-route.ts";
import { areas } from "#client/routes/-areas.ts";

export const Route = createFileRoute("/_site/member/admin/news_/new")({
  component: lazyScreen(areas.administration, "NewPostScreen"),
  staticData: { head: () => ({ title: "New post", description: null }) },
});
