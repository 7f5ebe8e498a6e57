import { createMemoryHistory, RouterProvider } from "@tanstack/react-router";
import { renderToString } from "react-dom/server";
import { headTags } from "#client/lib/head.ts";
import type { SiteConfig } from "#shared/schemas/site.ts";
import { headOf, isNowhere } from "./page-head.ts";
import { createAppRouter } from "./router.tsx";

export type PrerenderedPage = {
  status: number;
  /** Finished tags for `<head>`: title, description, canonical address, link preview. */
  head: string;
  /** Markup for `#app` that the client takes over. */
  body: string;
};

/**
 * Renders one page of the site.
 * @param path path and query, such as `/zlg-rules?tab=ASE`; a path without a screen gives the
 *   not-found screen and status 404.
 */
export const prerender = async (path: string, site: SiteConfig): Promise<PrerenderedPage> => {
  const router = createAppRouter(site, createMemoryHistory({ initialEntries: [path] }));
  await router.load();
  const isMissing = isNowhere(router);
  return {
    status: isMissing ? 404 : 200,
    head: headTags(headOf(router), isMissing ? null : path, site),
    body: renderToString(<RouterProvider router={router} />),
  };
};

/** True where the application has a screen under this path. */
export const isKnownPath = (path: string, site: SiteConfig): boolean =>
  !isNowhere(createAppRouter(site, createMemoryHistory({ initialEntries: [path] })));
