import { createFileRoute } from "@tanstack/react-router";
import { lazyLoader, lazyScreen } from "#client/lib/routing/lazy-route.ts";
import { areas } from "#client/routes/-areas.ts";
import { TITLES } from "#shared/messages.ts";

export const Route = createFileRoute("/_site/member/tickets/saved-replies")({
  loader: lazyLoader(areas.ticket, "loadSavedReplies"),
  component: lazyScreen(areas.ticket, "SavedReplies"),
  staticData: { head: () => ({ title: TITLES.savedReplies, description: null }) },
});
