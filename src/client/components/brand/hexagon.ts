import type { Emblem } from "#shared/schemas/community/tiers.ts";

/** The corners of a pointy-top hexagon, clockwise from the top. */
const corners = (cx: number, cy: number, radius: number) =>
  Array.from({ length: 6 }, (_, i) => {
    const angle = (i * Math.PI) / 3;
    return [cx + radius * Math.sin(angle), cy - radius * Math.cos(angle)] as const;
  });

const join = (points: readonly (readonly [number, number])[]) =>
  `M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}z`;

/** Path data of a pointy-top hexagon. */
export const hexagonPath = (cx: number, cy: number, radius: number): string =>
  join(corners(cx, cy, radius));

/** The six bevels between two hexagons as path data, clockwise from the upper right. */
export const hexagonBevels = (cx: number, cy: number, outer: number, inner: number): string[] => {
  const out = corners(cx, cy, outer);
  const ins = corners(cx, cy, inner);
  return out.map((corner, i) => {
    const next = (i + 1) % 6;
    return join([corner, out[next] ?? corner, ins[next] ?? corner, ins[i] ?? corner]);
  });
};

export type EmblemPalette = {
  /** Bevels clockwise from the upper right, lit from the upper left. */
  bevels: readonly [string, string, string, string, string, string];
  /** The moon behind the lynx, from the upper left to the lower right. */
  moon: readonly [string, string, string];
  /** Fur planes on the dark head. */
  fur: string;
  /** Ornaments: light side, body, shaded side. */
  ornament: readonly [string, string, string];
  glow: string;
};

/** Metal, stone and light of each emblem; the theme's colours of that name are in the middle of each range. */
export const EMBLEM_PALETTES: Record<Emblem, EmblemPalette> = {
  plain: {
    bevels: [
      "var(--color-stone-300)",
      "var(--color-stone-600)",
      "var(--color-stone-800)",
      "var(--color-stone-700)",
      "var(--color-stone-400)",
      "var(--color-stone-100)",
    ],
    moon: ["var(--color-stone-200)", "var(--color-stone-500)", "var(--color-stone-750)"],
    fur: "var(--color-stone-100)",
    ornament: ["var(--color-stone-100)", "var(--color-stone-500)", "var(--color-stone-800)"],
    glow: "var(--color-stone-300)",
  },
  laurel: {
    bevels: ["#ffd76e", "#c98d1c", "#8a5a10", "#b27615", "#f0b93a", "#fff0b8"],
    moon: ["#fff1bf", "#f0b93a", "#a86a12"],
    fur: "#f3c75c",
    ornament: ["#ffe08a", "#e0a028", "#8a5a10"],
    glow: "#f0b93a",
  },
  crystal: {
    bevels: ["#bff2ff", "#5fb9de", "#2d6f9c", "#4a9ccc", "#9fe6ff", "#ffffff"],
    moon: ["#f4fdff", "#8fe3ff", "#3a86b8"],
    fur: "#9fe6ff",
    ornament: ["#eafbff", "#8fe3ff", "#3f8fc0"],
    glow: "#8fe3ff",
  },
  blades: {
    bevels: ["#cdb0ff", "#7a4fe0", "#3f2394", "#5f35c8", "#a884ff", "#f2e6ff"],
    moon: ["#f3e4ff", "#b794ff", "#5a2bd0"],
    fur: "#b794ff",
    ornament: ["#e6d6ff", "#a07cff", "#4c28b0"],
    glow: "#b794ff",
  },
};
