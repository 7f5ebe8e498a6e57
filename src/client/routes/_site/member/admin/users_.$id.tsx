import { createFileRoute } from "@tanstack/react-router";
import { lazyLoader, lazyScreen } from "#client/lib/routing/lazy-route.ts";
import { areas } from "#client/routes/-areas.ts";

export const Route = createFileRoute("/_site/member/admin/users_/$id")({
  loader: lazyLoader(areas.memberFile, "loadMember"),
  component: lazyScreen(areas.memberFile, "Member"),
  staticData: { head: () => ({ title: "Member", description: null }) },
});
