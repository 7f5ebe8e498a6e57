import type { Tier } from "#shared/constants/tiers.ts";

export type TierPalette = {
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

/** Metal, stone and light of each tier; the theme's tier colours are in the middle of each range. */
export const TIER_PALETTES: Record<Tier, TierPalette> = {
  Standard: {
    bevels: ["#7d9085", "#4c5e54", "#35443c", "#46574d", "#6f8278", "#a3b3a8"],
    moon: ["#8b9d92", "#5f7268", "#3b4c43"],
    fur: "#a3b3a8",
    ornament: ["#a3b3a8", "#5f7268", "#35443c"],
    glow: "#7d9085",
  },
  Gold: {
    bevels: ["#ffd76e", "#c98d1c", "#8a5a10", "#b27615", "#f0b93a", "#fff0b8"],
    moon: ["#fff1bf", "#f0b93a", "#a86a12"],
    fur: "#f3c75c",
    ornament: ["#ffe08a", "#e0a028", "#8a5a10"],
    glow: "#f0b93a",
  },
  Diamond: {
    bevels: ["#bff2ff", "#5fb9de", "#2d6f9c", "#4a9ccc", "#9fe6ff", "#ffffff"],
    moon: ["#f4fdff", "#8fe3ff", "#3a86b8"],
    fur: "#9fe6ff",
    ornament: ["#eafbff", "#8fe3ff", "#3f8fc0"],
    glow: "#8fe3ff",
  },
  Vibranium: {
    bevels: ["#cdb0ff", "#7a4fe0", "#3f2394", "#5f35c8", "#a884ff", "#f2e6ff"],
    moon: ["#f3e4ff", "#b794ff", "#5a2bd0"],
    fur: "#b794ff",
    ornament: ["#e6d6ff", "#a07cff", "#4c28b0"],
    glow: "#b794ff",
  },
};
