import type { LoadPrerender } from "#server/http/pages.ts";

const SCREENS = new Set(["/", "/privacy-policy", "/zlg-rules", "/discord", "/login"]);

/** Renders a sentence instead of a screen, so that a test of the doors needs no client. */
export const plainPrerender: LoadPrerender = async () => ({
  prerender: async (path) => ({
    status: SCREENS.has(path.split("?")[0] ?? "") ? 200 : 404,
    head: `<title>Title of ${path}</title>`,
    body: `<main>Screen of ${path}</main>`,
  }),
  isKnownPath: (path) => SCREENS.has(path),
});
