import { createFileRoute } from "@tanstack/react-router";
import { requireSession } from "#client/lib/session/guard.ts";

/** The member area; everything in it takes somebody who is signed in (public §2 "Route guard"). */
export const Route = createFileRoute("/_site/member")({
  beforeLoad: ({ context, location }) => requireSession({ context, location }),
});
