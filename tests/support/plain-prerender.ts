import { type LoadPrerender, renderHere } from "#server/http/render-site.ts";

const SCREENS = new Set([
  "/",
  "/privacy-policy",
  "/zlg-rules",
  "/discord",
  "/login",
  "/ticket/$id",
]);

/** Renders a sentence instead of a screen, so that a test of the routes needs no client. */
export const plainPrerender: LoadPrerender = async () => ({
  prerender: async (path) => ({
    status: SCREENS.has(path.split("?")[0] ?? "") ? 200 : 404,
    head: `<title>Title of ${path}</title>`,
    body: `<main>Screen of ${path}</main>`,
  }),
  screenHeads: () =>
    [...SCREENS].map((path) => ({ path, head: `<title>Title of ${path}</title>` })),
});

/** Renders the pages of a site with it. */
export const plainRender = renderHere(plainPrerender);
