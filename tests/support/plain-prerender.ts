import type { PreviewWords } from "#server/http/preview/draw.ts";
import type { DrawPreviews } from "#server/http/preview/previews.ts";
import { type LoadPrerender, renderHere } from "#server/http/render-site.ts";

const SCREENS = new Set(["/", "/privacy-policy", "/rules", "/discord", "/login", "/ticket/$id"]);

const previewOf = (path: string) => ({
  path: `/og/${path.replaceAll(/[^\w-]/g, "_")}.png`,
  name: "Den",
  title: `Title of ${path}`,
  line: "A line.",
});

const iconWords = (size: number) => ({ name: "Den", title: `Icon of ${size}`, line: "" });

/** Draws each so, here. */
export const drawEach =
  (draw: (words: PreviewWords) => Promise<Buffer<ArrayBuffer>>): DrawPreviews =>
  async (list, onDrawn) => {
    for (const [index, picture] of list.entries())
      onDrawn(await draw("iconSize" in picture ? iconWords(picture.iconSize) : picture), index);
  };

/** Draws the bytes of the title. */
export const plainDraw = drawEach(async ({ title }) => Buffer.from(title));

/** Renders a sentence instead of a screen, so that a test of the routes needs no client. */
export const plainPrerender: LoadPrerender = async () => ({
  prerender: async (path) => ({
    status: SCREENS.has(path.split("?")[0] ?? "") ? 200 : 404,
    head: `<title>Title of ${path}</title>`,
    body: `<main>Screen of ${path}</main>`,
    preview: previewOf(path),
  }),
  appScreens: async () =>
    [...SCREENS].map((path) => ({
      path,
      head: `<title>Title of ${path}</title>`,
      shell: path.startsWith("/ticket") ? "<main>Frame</main>" : "",
      preview: previewOf(path),
    })),
});

/** Renders the pages of a site with it. */
export const plainRender = renderHere(plainPrerender);
