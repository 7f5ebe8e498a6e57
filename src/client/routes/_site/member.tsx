import { createFileRoute } from "@tanstack/react-router";
import { lazyScreen } from "#client/lib/routing/lazy-route.ts";
import { requireSession } from "#client/lib/session/session.ts";
import { areas } from "#client/routes/-areas.ts";

/** The member area; everything in it takes somebody who is signed in [SESS-18]. */
export const Route = createFileRoute("/_site/member")({
  beforeLoad: (given) => requireSession(given),
  component: lazyScreen(areas.member, "MemberLayout"),
});
