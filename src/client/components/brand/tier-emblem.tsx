import { type ReactNode, useId } from "react";
import { useSite, useTierOf } from "#client/lib/site.ts";
import {
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
} from "#shared/constants/brand.ts";
import type { Emblem } from "#shared/schemas/community/play.ts";
import { EmblemSign } from "./brand-mark.tsx";

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

type EmblemPalette = {
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

const CENTRE = 80;
const BEVELS = hexagonBevels(CENTRE, CENTRE, 62, 52);
const INLAY = hexagonBevels(CENTRE, CENTRE, 52, 50);

/** Draws the right half of an ornament and its mirror image. */
const Mirrored = ({ children }: { children: ReactNode }) => (
  <>
    {children}
    <g transform="matrix(-1 0 0 1 160 0)">{children}</g>
  </>
);

/** A faceted stone: hexagon with lit and shaded sides. */
const Stone = ({
  x,
  y,
  r,
  colours,
}: {
  x: number;
  y: number;
  r: number;
  colours: readonly string[];
}) => (
  <g transform={`translate(${x} ${y}) scale(${r})`}>
    <path d="M0-1L.87-.5V.5L0 1-.87.5V-.5z" fill={colours[1]} />
    <path d="M0-1L-.87-.5V.5L0 0z" fill={colours[0]} />
    <path d="M0 1L.87.5V-.5L0 0z" fill={colours[2]} />
  </g>
);

/** Laurel of three blades on either side and a stone on top. */
const Laurel = ({ colours }: { colours: EmblemPalette["ornament"] }) => (
  <Mirrored>
    <path d="M80 156C104 154 128 140 140 112L146 124C134 146 108 160 80 160z" fill={colours[2]} />
    <path d="M132 120C150 108 154 92 148 74 138 88 130 100 132 120z" fill={colours[1]} />
    <path d="M132 120C138 106 142 92 148 74 138 88 130 100 132 120z" fill={colours[0]} />
    <path d="M120 138C140 134 152 122 154 104 140 110 124 120 120 138z" fill={colours[1]} />
    <path d="M120 138C132 128 144 116 154 104 140 110 124 120 120 138z" fill={colours[0]} />
    <path d="M100 150C120 152 136 144 144 130 128 130 110 136 100 150z" fill={colours[1]} />
    <path d="M100 150C116 144 130 138 144 130 128 130 110 136 100 150z" fill={colours[0]} />
  </Mirrored>
);

/** Crystals that grow out behind all corners. */
const Crystals = ({ colours }: { colours: EmblemPalette["ornament"] }) => (
  <>
    <path d="M80 0L93 26 80 40 67 26z" fill={colours[1]} />
    <path d="M80 0L67 26 80 40z" fill={colours[0]} />
    <path d="M80 160L93 134 80 120 67 134z" fill={colours[2]} />
    <path d="M80 160L67 134 80 120z" fill={colours[1]} />
    <Mirrored>
      <path d="M152 28L124 38 122 64 138 58z" fill={colours[1]} />
      <path d="M152 28L124 38 122 64z" fill={colours[0]} />
      <path d="M116 20L98 22 104 46 114 40z" fill={colours[2]} />
      <path d="M116 20L98 22 104 46z" fill={colours[1]} />
      <path d="M160 80L136 66 130 80 136 94z" fill={colours[2]} />
      <path d="M160 80L136 66 130 80z" fill={colours[0]} />
      <path d="M152 132L138 102 122 96 124 122z" fill={colours[2]} />
      <path d="M152 132L138 102 122 96z" fill={colours[1]} />
      <path d="M116 140L114 120 104 114 98 138z" fill={colours[2]} />
    </Mirrored>
  </>
);

/** Three blades sweep up on either side; a crown of light stands on top. */
const Blades = ({ colours }: { colours: EmblemPalette["ornament"] }) => (
  <>
    <Mirrored>
      <path d="M122 118C142 100 150 60 158 14 146 40 134 62 118 78z" fill={colours[1]} />
      <path d="M122 118C138 92 148 56 158 14 146 40 134 62 118 78z" fill={colours[0]} />
      <path d="M114 132C140 122 152 92 160 58 146 80 132 94 114 104z" fill={colours[1]} />
      <path d="M114 132C136 112 150 86 160 58 146 80 132 94 114 104z" fill={colours[0]} />
      <path d="M96 146C128 146 148 124 158 100 142 114 120 124 98 126z" fill={colours[2]} />
      <path d="M96 146C124 138 144 120 158 100 142 114 120 124 98 126z" fill={colours[1]} />
      <path d="M98 32L112 2 114 40z" fill={colours[1]} />
      <path d="M98 32L112 2 106 36z" fill={colours[0]} />
    </Mirrored>
    <path d="M68 30L80 0 92 30z" fill={colours[1]} />
    <path d="M68 30L80 0V30z" fill={colours[0]} />
    <path d="M68 132L80 160 92 132z" fill={colours[2]} />
    <path d="M68 132L80 160V132z" fill={colours[1]} />
  </>
);

/** Its head, before a moon of the tier's metal. */
const Lynx = ({ fur }: { fur: string }) => (
  <>
    <path d={LYNX_HEAD} fill="var(--color-stone-900)" />
    <g fill={fur}>
      <path d={LYNX_BROWS} opacity=".12" />
      <path d={LYNX_CHEEKS + LYNX_BRIDGE} opacity=".22" />
      <path d={LYNX_CROWN + LYNX_CHIN} opacity=".3" />
      <path d={LYNX_EARS + LYNX_MUZZLE} opacity=".45" />
      <path d={LYNX_NOSE} />
    </g>
    <path d={LYNX_EYES} fill="var(--color-accent)" />
    <path d={LYNX_EYE_LIGHT} fill="var(--color-accent-strong)" />
    <path d={LYNX_PUPILS} fill="var(--color-stone-950)" />
  </>
);

type TierEmblemProps = {
  /** Its key; that of no tier shows the plain emblem. */
  tier: string;
  className?: string;
};

/**
 * The emblem of a subscription tier: what is on the community's mark, before a moon of its metal. Each
 * emblem has a silhouette of its own, so that it is told apart without colour. Decoration: write the
 * tier's name beside it. Good from 24 px to 200 px.
 */
export const TierEmblem = ({ tier, className }: TierEmblemProps) => {
  const id = useId();
  const { emblem } = useTierOf()(tier);
  const { logo } = useSite().brand;
  const { bevels, moon, fur, ornament, glow } = EMBLEM_PALETTES[emblem];
  return (
    <svg className={className} viewBox="0 0 160 160" aria-hidden="true" focusable="false">
      <defs>
        <linearGradient id={`${id}m`} x1=".2" y1="0" x2=".75" y2="1">
          <stop offset="0" stopColor={moon[0]} />
          <stop offset=".5" stopColor={moon[1]} />
          <stop offset="1" stopColor={moon[2]} />
        </linearGradient>
        <radialGradient id={`${id}g`}>
          <stop offset=".4" stopColor={glow} stopOpacity=".5" />
          <stop offset="1" stopColor={glow} stopOpacity="0" />
        </radialGradient>
      </defs>
      {(emblem === "crystal" || emblem === "blades") && (
        <circle
          cx="80"
          cy="80"
          r="80"
          fill={`url(#${id}g)`}
          opacity={emblem === "crystal" ? ".5" : ".9"}
        />
      )}
      {emblem === "laurel" && <Laurel colours={ornament} />}
      {emblem === "crystal" && <Crystals colours={ornament} />}
      {emblem === "blades" && <Blades colours={ornament} />}
      <path d={hexagonPath(CENTRE, CENTRE, 64)} fill="var(--color-stone-950)" />
      {BEVELS.map((d, i) => (
        <path key={d} d={d} fill={bevels[i]} />
      ))}
      {INLAY.map((d, i) => (
        <path key={d} d={d} fill={bevels[(i + 3) % 6]} />
      ))}
      <path d={hexagonPath(CENTRE, CENTRE, 49)} fill={`url(#${id}m)`} />
      <g transform="translate(28.4 28.4) scale(.86)">
        {logo.emblem === "lynx" ? (
          <Lynx fur={fur} />
        ) : (
          <g color="var(--color-stone-900)">
            <EmblemSign />
          </g>
        )}
      </g>
      {emblem !== "plain" && (
        <Stone x={80} y={18} r={emblem === "laurel" ? 9 : 11} colours={ornament} />
      )}
    </svg>
  );
};
