import { createFileRoute } from "@tanstack/react-router";
import { lazyScreen } from "#client/lib/routing/lazy-route.ts";
import { areas } from "#client/routes/-areas.ts";

export const Route = createFileRoute("/_site/member/")({
  component: lazyScreen(areas.member, "MemberIndex"),
  staticData: { head: () => ({ title: "Member area", description: null }) },
});
