import { createFileRoute } from "@tanstack/react-router";
import { requireSession } from "#client/lib/session/session.ts";

/** Shop and cart take somebody who is signed in [SHOP-18]. */
export const Route = createFileRoute("/_site/shop")({
  beforeLoad: (given) => requireSession(given),
});
