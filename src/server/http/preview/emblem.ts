import type { Look } from "#server/modules/community/index.ts";
import {
  HEXAGON,
  LYNX_BRIDGE,
  LYNX_BROWS,
  LYNX_CHEEKS,
  LYNX_CHIN,
  LYNX_CROWN,
  LYNX_EARS,
  LYNX_EYE_LIGHT,
  LYNX_EYES,
  LYNX_HEAD,
  LYNX_MUZZLE,
  LYNX_NOSE,
  LYNX_PUPILS,
  SIGNS,
} from "#shared/constants/brand.ts";
import { escapeHtml } from "#shared/rules/text.ts";

const path = (d: string, attributes = "") => `<path d="${d}" ${attributes}/>`;

/** @param face of the letter, as attributes. */
const sign = ({ emblem, letter }: Look, colour: string, face: string): string => {
  const lines = SIGNS[emblem];
  return lines === undefined
    ? `<text x="60" y="83" font-size="66" text-anchor="middle" fill="${colour}" ${face}>${escapeHtml(letter)}</text>`
    : `<g transform="translate(30 30) scale(2.5)" fill="none" stroke="${colour}" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">${lines.map((d) => path(d)).join("")}</g>`;
};

/** The emblem in its box of 120 by 120, as it stands in the bar: in the colour of texts, on any ground. */
export const markSvg = (look: Look, face: string): string => {
  const { colours, emblem } = look;
  if (emblem !== "lynx")
    return path(HEXAGON, `fill="${colours.ink}"`) + sign(look, colours["ground-950"], face);
  const planes: readonly [d: string, opacity: number][] = [
    [LYNX_BROWS, 0.11],
    [LYNX_CHEEKS + LYNX_BRIDGE, 0.17],
    [LYNX_CROWN + LYNX_CHIN, 0.24],
    [LYNX_EARS + LYNX_MUZZLE, 0.36],
    [LYNX_NOSE, 0.92],
  ];
  return [
    `<g fill="${colours.ink}">`,
    path(HEXAGON + LYNX_HEAD, 'fill-rule="evenodd"'),
    ...planes.map(([d, opacity]) => path(d, `opacity="${opacity}"`)),
    "</g>",
    path(LYNX_EYES, `fill="${colours.accent}"`),
    path(LYNX_EYE_LIGHT, `fill="${colours["accent-strong"]}"`),
    path(LYNX_PUPILS, `fill="${colours["ground-950"]}"`),
  ].join("");
};

/** The icon of a tab, which may be light or dark: a hexagon of the accent, and dark what is on it. */
export const faviconSvg = (look: Look): string => {
  const { colours, emblem } = look;
  const { accent, "stone-900": dark } = colours;
  const inner =
    emblem === "lynx"
      ? [
          path(HEXAGON + LYNX_HEAD, `fill="${accent}" fill-rule="evenodd"`),
          `<clipPath id="a">${path(HEXAGON)}</clipPath>`,
          path(LYNX_HEAD, `clip-path="url(#a)" fill="${dark}"`),
          path(
            LYNX_BROWS + LYNX_CHEEKS + LYNX_BRIDGE + LYNX_CROWN,
            `fill="${accent}" opacity=".2"`,
          ),
          path(LYNX_MUZZLE, `fill="${accent}" opacity=".47"`),
          path(LYNX_NOSE, `fill="${accent}"`),
          path(LYNX_EYES, `fill="${colours["accent-strong"]}"`),
          path(LYNX_PUPILS, `fill="${dark}"`),
        ].join("")
      : path(HEXAGON, `fill="${accent}"`) +
        sign(look, colours["ground-950"], 'font-family="sans-serif" font-weight="800"');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 120">${inner}</svg>`;
};

/** The light behind an icon; in the den it is that of its moon. */
const lightOf = ({ scene, colours }: Look) =>
  scene === "den"
    ? ["#1d3d32", "#0f1c16", "#080d0b"]
    : [colours["glow-bright"], colours["ground-850"], colours["ground-950"]];

/** The icon of an installed application, whose corners the phone cuts off: all of its square is filled. */
export const iconSvg = (look: Look, size: number, face: string): string => {
  const [inner = "", middle = "", outer = ""] = lightOf(look);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 120 120"><radialGradient id="g" cx=".5" cy=".4" r=".78"><stop offset="0" stop-color="${inner}"/><stop offset=".6" stop-color="${middle}"/><stop offset="1" stop-color="${outer}"/></radialGradient><rect width="120" height="120" fill="url(#g)"/><g transform="translate(14.4 14.4) scale(.76)">${markSvg(look, face)}</g></svg>`;
};
