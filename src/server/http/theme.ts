import type { Theme } from "#server/modules/community/index.ts";
import { packText } from "./pack-page.ts";
import { IMMUTABLE, packedPage, packedResponse } from "./static.ts";

/** `THEME_PATH`, and each look's own address. */
const THEME = /^\/theme(?:\.[\w-]+)?\.css$/;

/**
 * Serves a look under the address that names it, and under any other that a page of before may ask for.
 * @returns null where the path is no look's.
 */
export const createThemeFile = ({ css, shown }: Theme) => {
  let packing: ReturnType<typeof packText> | undefined;
  return async (path: string, request: Request): Promise<Response | null> => {
    if (!THEME.test(path)) return null;
    const cacheControl = path === shown.path ? IMMUTABLE : "no-cache";
    const page = await (packing ??= packText(css));
    return await packedResponse(
      packedPage(page, { type: "text/css; charset=utf-8", cacheControl }),
      request,
    );
  };
};
