import { createHash } from "node:crypto";
import { type BrandEmblem, letterOf } from "#shared/constants/emblems.ts";
import type { DisplayFont } from "#shared/constants/fonts.ts";
import { type Palette, paletteOf } from "#shared/rules/palette.ts";
import type { CommunityBrand } from "#shared/schemas/community/brand.ts";
import type { SiteConfig } from "#shared/schemas/site.ts";
import { fontCss, fontPaths } from "./display-fonts.ts";

/** What pictures that the site draws itself go by. */
export type Look = {
  colours: Palette["colours"];
  font: DisplayFont;
  scene: SiteConfig["brand"]["scene"];
  emblem: BrandEmblem;
  letter: string;
};

export type Theme = {
  css: string;
  look: Look;
  /** Addresses of its icons, by their size in pixels; none where the owner has a picture. */
  icons: ReadonlyMap<number, string>;
  /** What pages are told of it. */
  shown: SiteConfig["theme"];
};

/** As phones like it; the others are for applications that are installed. */
const TOUCH_ICON_SIZE = 180;
const ICON_SIZES = [TOUCH_ICON_SIZE, 192, 512] as const;
/** Changes with what `preview/emblem.ts` makes of the same look. */
const ICON_DRAWING = 2;

const hashOf = (text: string) => createHash("sha256").update(text).digest("base64url").slice(0, 12);

const linesOf = (colours: Palette["colours"]) =>
  Object.entries(colours)
    .map(([name, colour]) => `--color-${name}:${colour}`)
    .join(";");

/**
 * The look of a community: what the style sheet of the site leaves open, as a style sheet of its own.
 * @param paths of the client's files, fonts among them.
 */
export const themeOf = (brand: CommunityBrand, paths: readonly string[] = []): Theme => {
  const { scheme, colours } = paletteOf(brand);
  const css = [
    `:root{color-scheme:${scheme};${linesOf(colours)}}`,
    fontCss(brand.font, paths),
    "",
  ].join("\n");
  const path = `/theme.${hashOf(css)}.css`;
  const { emblem, picture } = brand.icon ?? brand.logo;
  const look: Look = {
    colours,
    font: brand.font,
    scene: brand.scene ?? null,
    emblem: emblem ?? "letter",
    letter: letterOf(brand.name),
  };
  const drawing = hashOf(JSON.stringify([ICON_DRAWING, look]));
  const icons = new Map(
    picture === undefined
      ? ICON_SIZES.map((size) => [size, `/og/icon-${drawing}-${size}.png`])
      : [],
  );
  const icon = `/favicon.svg?look=${drawing}`;
  const shown = {
    path,
    fonts: fontPaths(brand.font, paths),
    scheme,
    ground: colours["ground-950"],
    icon: picture ?? icon,
    touchIcon: picture ?? icons.get(TOUCH_ICON_SIZE) ?? "",
  };
  return { css, look, icons, shown };
};
