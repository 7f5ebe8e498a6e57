import { createMemoryHistory, RouterProvider } from "@tanstack/react-router";
import { renderToString } from "react-dom/server";
import type { SiteConfig } from "#shared/schemas/site.ts";
import { headOf, headTags, isNowhere, resolveHead } from "./page-head.ts";
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

export type ScreenHead = {
  /** Its address; a part such as `$ticketId` stands for any value. */
  path: string;
  /** Finished tags for `<head>`, with the path's `$` parts where their values belong. */
  head: string;
};

/** Every screen of the application, also those that are never rendered here. */
export const screenHeads = (site: SiteConfig): readonly ScreenHead[] => {
  const router = createAppRouter(site, createMemoryHistory({ initialEntries: ["/"] }));
  return Object.entries(router.routesByPath).map(([path, { options }]) => {
    const names = path.split("/").flatMap((part) => (part.startsWith("$") ? part.slice(1) : []));
    const params = Object.fromEntries(names.map((name) => [name, `$${name}`]));
    const head = resolveHead(options.staticData?.head?.({}, site, params), site);
    return { path, head: headTags(head, path, site) };
  });
};
