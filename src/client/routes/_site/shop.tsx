import { createFileRoute } from "@tanstack/react-router";
import { requireSession } from "#client/lib/session/guard.ts";

/** Shop and cart take somebody who is signed in (member §2 "Routes in this area"). */
export const Route = createFileRoute("/_site/shop")({
  beforeLoad: ({ context, location }) => requireSession({ context, location }),
});
