import type { Query, QueryClient } from "@tanstack/react-query";
import { inBackground } from "./session/cause.ts";

/**
 * Asks once more for what became outdated while it was fetched, for the first time or for a screen
 * that is not drawn yet. The library joins such an invalidation to the fetch that is under way, whose
 * answer may be the older one: what the feed told meanwhile would not be seen until it tells something else.
 */
export const refetchOvertaken = (queryClient: QueryClient): void => {
  const overtaken = new WeakSet<Query>();
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== "updated") return;
    const { query, action } = event;
    const { data, fetchStatus } = query.state;
    // What is on the screen already is fetched anew by the library.
    const isJoined = data === undefined || !query.isActive();
    if (action.type === "invalidate" && isJoined && fetchStatus !== "idle") overtaken.add(query);
    if (action.type === "success" && overtaken.delete(query))
      void inBackground(() =>
        queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true }),
      );
  });
};
