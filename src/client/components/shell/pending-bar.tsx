import { useRouterState } from "@tanstack/react-router";
import { useSyncExternalStore } from "react";
import { pendingPage } from "#client/lib/routing/pending-page.ts";

/**
 * Says that the next page is on its way. Its animation begins with a delay, and it is hidden until
 * then: whoever waits less than 150 ms sees nothing. A screen reader hears the page when it is there.
 */
export const PendingBar = () => {
  const isLoading = useRouterState({ select: (state) => state.isLoading });
  const isWaiting = useSyncExternalStore(pendingPage.subscribe, pendingPage.isAny, () => false);
  return (
    (isLoading || isWaiting) && (
      <div
        aria-hidden
        data-pending-bar
        className="pointer-events-none fixed inset-x-0 top-0 z-60 h-1 origin-left animate-pending bg-amber"
      />
    )
  );
};
