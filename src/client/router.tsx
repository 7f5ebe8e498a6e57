import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import {
  createRouter,
  type ParsedLocation,
  rootRouteId,
  type RouterHistory,
} from "@tanstack/react-router";
import { type ReactNode, useSyncExternalStore } from "react";
import { setLocale } from "#shared/rules/format.ts";
import type { SiteConfig } from "#shared/schemas/site.ts";
import { PageError } from "./components/error-screens.tsx";
import { shouldRetry } from "./lib/api-error.ts";
import { createLive, LiveContext } from "./lib/feed/live.ts";
import {
  AskingContext,
  createApiClient,
  createAsking,
  queriesOf,
  refetchOvertaken,
} from "./lib/queries.ts";
import { createSession, SessionContext } from "./lib/session/session.ts";
import { createTokenStore } from "./lib/session/token-store.ts";
import { createShownSite, type ShownSite, SiteContext } from "./lib/site.ts";
import { routeTree } from "./routeTree.gen.ts";

/**
 * Who has scrolled before the application started stays there: the browser was first. So does whoever
 * reads while something is published. What the server has rendered whole stays as well, unless its address
 * has a hash: to read `scrollY` would have all of it laid out once more.
 */
const mayMoveThePage = (shown: ShownSite) => {
  const isRendered = document.querySelector("#app > :not([data-shell])") !== null;
  let isFirst = true;
  return ({ location }: { location: ParsedLocation }) => {
    const isStill = () => (!isRendered || location.hash !== "") && window.scrollY === 0;
    const mayMove = !shown.isChanging() && (!isFirst || isStill());
    isFirst = false;
    return mayMove;
  };
};

/**
 * The application's router with everything the screens need around it. One for each page load in
 * the browser, one for each page that the server renders.
 */
export const createAppRouter = (site: SiteConfig, history?: RouterHistory) => {
  setLocale(site.locale);
  const shown = createShownSite(site);
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: shouldRetry,
        refetchOnWindowFocus: false,
        // Without a network a call fails, and is told of, instead of waiting unseen.
        networkMode: "always",
        refetchOnReconnect: true,
      },
      mutations: { networkMode: "always" },
    },
  });
  refetchOvertaken(queryClient);
  const tokens = createTokenStore();
  const client = createApiClient(tokens);
  const asking = createAsking(queryClient, client);
  const session = createSession(tokens, queryClient, client);
  const live = createLive(queryClient, client, tokens, site.buildId);
  const Wrap = ({ children }: { children: ReactNode }) => (
    <SiteContext value={useSyncExternalStore(shown.subscribe, shown.get, shown.get)}>
      <AskingContext value={asking}>
        <QueryClientProvider client={queryClient}>
          <SessionContext value={session}>
            <LiveContext value={live}>{children}</LiveContext>
          </SessionContext>
        </QueryClientProvider>
      </AskingContext>
    </SiteContext>
  );
  const router = createRouter({
    routeTree,
    history,
    context: {
      site,
      shown,
      live,
      session,
      queries: queriesOf(asking),
      queryClient,
    },
    Wrap,
    notFoundMode: "root",
    defaultErrorComponent: PageError,
    defaultPreload: "intent",
    // How fresh the data are the queries know, and nobody else.
    defaultPreloadStaleTime: 0,
    // Hash links scroll in our own time and offset (lib/scroll.ts).
    defaultHashScrollIntoView: false,
    // On the server it would write an inline script, which the content policy forbids.
    scrollRestoration: typeof document !== "undefined" && mayMoveThePage(shown),
  });
  const { getMatchedRoutes } = router;
  // One part of a path can be the key of a page: where it is none, no screen is there, as under any other.
  router.getMatchedRoutes = (pathname) => {
    const found = getMatchedRoutes(pathname);
    const [, { pageKey = "", "**": more }, route] = found;
    const isPage = more === undefined && shown.get().pages.includes(pageKey);
    return route?.fullPath !== "/$pageKey" || isPage
      ? found
      : [[router.routesById[rootRouteId]], {}, undefined];
  };
  return router;
};

export type AppRouterInstance = ReturnType<typeof createAppRouter>;

declare module "@tanstack/react-router" {
  interface Register {
    router: AppRouterInstance;
  }
}
