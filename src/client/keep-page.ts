import { untilLoaded } from "#client/lib/chunks.ts";
import { pendingPage } from "#client/lib/routing/pending-page.ts";
import type { AppRouterInstance } from "./router.tsx";

/**
 * Lets nobody leave a screen before the next one's script is there: without a network what was typed
 * stays, and the way goes on by itself.
 */
export const keepPage = (router: AppRouterInstance) => {
  let newest: string | null = null;
  router.history.block({
    enableBeforeUnload: false,
    blockerFn: async ({ currentLocation, nextLocation: { href, pathname } }) => {
      if (pathname === currentLocation.pathname) return false;
      const [routes] = router.getMatchedRoutes(pathname);
      const isNewest = () => newest === href;
      newest = href;
      try {
        await pendingPage.during(() =>
          untilLoaded(
            () => Promise.all(routes.map(async (route) => router.loadRouteChunk(route))),
            { isWanted: isNewest, href },
          ),
        );
      } catch {
        // What is wrong with the screen itself it says when it is shown.
      }
      return !isNewest();
    },
  });
};
