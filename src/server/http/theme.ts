import { type Theme, themeOf } from "#server/modules/community/index.ts";
import type { CommunityBrand } from "#shared/schemas/community/brand.ts";
import { packText } from "./pack-page.ts";
import { IMMUTABLE, packedPage, packedResponse } from "./static.ts";

/** `THEME_PATH`, and each look's own address. */
const THEME = /^\/theme(?:\.[\w-]+)?\.css$/;

type Made = { brand: CommunityBrand; theme: Theme; packing: ReturnType<typeof packText> };

/**
 * Serves the look that is published under the address that names it, and under any other that a page of
 * before may ask for. Open tabs ask for it as soon as they hear of it, before the pages have it.
 * @param brandOf what is published now. @param paths of the client's files, fonts among them.
 * @returns null where the path is no look's.
 */
export const createThemeFile = (brandOf: () => CommunityBrand, paths: readonly string[]) => {
  let made: Made | undefined;
  const madeOf = (brand: CommunityBrand): Made => {
    if (made?.brand === brand) return made;
    const theme = themeOf(brand, paths);
    return (made = { brand, theme, packing: packText(theme.css) });
  };
  return async (path: string, request: Request): Promise<Response | null> => {
    if (!THEME.test(path)) return null;
    const { theme, packing } = madeOf(brandOf());
    const cacheControl = path === theme.shown.path ? IMMUTABLE : "no-cache";
    return await packedResponse(
      packedPage(await packing, { type: "text/css; charset=utf-8", cacheControl }),
      request,
    );
  };
};
