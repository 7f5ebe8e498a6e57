import { type Colour, encodePng } from "#sandbox/identity/avatar.ts";
import { TEBEX_PATHS } from "./access.ts";
import { findPackage } from "./catalogue.ts";

const EDGE = 240;
const NIGHT: Colour = [0x14, 0x25, 0x1b, 0xff];
const INKS = {
  amber: [
    [0xf5, 0xb8, 0x3d, 0xff],
    [0xb8, 0x80, 0x1e, 0xff],
  ],
  moss: [
    [0x7f, 0xd1, 0x8a, 0xff],
    [0x4a, 0x96, 0x5a, 0xff],
  ],
  ember: [
    [0xff, 0x7a, 0x59, 0xff],
    [0xb8, 0x4a, 0x30, 0xff],
  ],
} as const satisfies Record<string, readonly [Colour, Colour]>;

type Coin = { x: number; y: number; radius: number };

const coin = (x: number, y: number, radius = 44): Coin => ({ x, y, radius });
/** Piles by how much there is in a package. */
const PILES: readonly (readonly Coin[])[] = [
  [coin(120, 120, 62)],
  [coin(84, 136), coin(156, 104)],
  [coin(120, 78), coin(76, 154), coin(164, 154)],
  [coin(120, 62), coin(70, 120), coin(170, 120), coin(96, 182), coin(144, 182)],
];

const LOOKS: Readonly<Record<number, { pile: number; ink: keyof typeof INKS }>> = {
  6_036_701: { pile: 0, ink: "amber" },
  6_036_702: { pile: 0, ink: "moss" },
  6_036_703: { pile: 0, ink: "ember" },
  6_036_704: { pile: 0, ink: "moss" },
  6_036_711: { pile: 0, ink: "amber" },
  6_036_712: { pile: 1, ink: "amber" },
  6_036_713: { pile: 2, ink: "amber" },
  6_036_714: { pile: 3, ink: "amber" },
  6_036_715: { pile: 2, ink: "ember" },
};

/** How far a point lies out in a hexagon that stands on a corner: 1 is its edge. */
const reach = ({ x, y, radius }: Coin, atX: number, atY: number) => {
  const [dx, dy] = [Math.abs(atX - x) / radius, Math.abs(atY - y) / radius];
  return Math.max(dx / 0.866, dy + dx * 0.577);
};

/** The picture of a package as a PNG; null where there is none. */
const drawPackage = (id: number): Uint8Array<ArrayBuffer> | null => {
  const look = LOOKS[id];
  if (look === undefined) return null;
  const [face, rim] = INKS[look.ink];
  const coins = PILES[look.pile] ?? [];
  return encodePng(EDGE, (x, y) => {
    const least = Math.min(...coins.map((one) => reach(one, x, y)));
    if (least > 1) return NIGHT;
    return least > 0.82 || (least > 0.4 && least < 0.5) ? rim : face;
  });
};

/** A package's picture at its address below `TEBEX_PATHS.pictures`. */
export const showPicture = (path: string): Response => {
  const [, digits] = /^\/(\d{1,12})\.png$/u.exec(path.slice(TEBEX_PATHS.pictures.length)) ?? [];
  const found = findPackage(Number(digits));
  const picture = found?.hasPicture === true ? drawPackage(found.id) : null;
  if (picture === null) return new Response("Not Found", { status: 404 });
  return new Response(picture, {
    headers: { "content-type": "image/png", "cache-control": "public, max-age=3600" },
  });
};
