import { type ResolvedHead, resolveHead } from "#client/lib/head.ts";
import type { AppRouterInstance } from "./router.tsx";

/** True where the application has no screen under the path that the router stands on. */
export const isNowhere = (router: AppRouterInstance): boolean => {
  const [, , found] = router.getMatchedRoutes(router.state.location.pathname);
  return found === undefined || router.state.matches.some((match) => match.status === "notFound");
};

/** Title and description of the screen that the router stands on. */
export const headOf = (router: AppRouterInstance): ResolvedHead => {
  const { site } = router.options.context;
  const screen = router.state.matches.at(-1);
  return resolveHead(
    isNowhere(router)
      ? { title: "Not found", description: null }
      : screen?.staticData.head?.(screen.search, site, screen.params),
    site,
  );
};
