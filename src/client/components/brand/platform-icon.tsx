import type { ReactNode } from "react";
import type { Platform } from "#shared/constants/accounts.ts";

/** Signs of our own for the places where members have accounts, one colour, on a grid of 24. */
const GLYPHS: Record<Platform, ReactNode> = {
  // A speech bubble with two eyes.
  discord: (
    <path
      fillRule="evenodd"
      d="M6 4.500h12l4 4v7l-3 3h-5.500L9 22.500v-4H5l-3-3v-7zM8 9.700l-1.500 2.300L8 14.300 9.500 12zM16 9.700l-1.500 2.300 1.500 2.300 1.500-2.300z"
    />
  ),
  // A piston on its crank.
  steam: (
    <>
      <path d="M16 2l5.200 3v6L16 14l-5.200-3V5zM16 5l-2.600 1.500v3L16 11l2.600-1.500v-3z" />
      <path
        d="M9.800 12.200l2.900 2.200-3.200 4.200v1.200L6 22l-4.500-2.600v-3.200l3-1.800 2.700.8z"
        opacity=".7"
      />
    </>
  ),
  // A block of the world.
  minecraft: (
    <>
      <path d="M12 1.500l9 5.200-9 5.200-9-5.200z" />
      <path d="M2.600 8l8.800 5.100v9.900L2.600 17.900z" opacity=".7" />
      <path d="M21.400 8l-8.800 5.100v9.900l8.800-5.100z" opacity=".45" />
    </>
  ),
  // A mountain that is worth a tale, under its star.
  epic: (
    <>
      <path d="M9.500 8L16 21.500H2z" />
      <path d="M15.500 11.500L22.500 21.500H17.600l-4-8z" opacity=".6" />
      <path
        d="M17 1.500l1.200 2.800L21 5.500l-2.800 1.200L17 9.500l-1.200-2.800L13 5.500l2.800-1.200z"
        opacity=".85"
      />
    </>
  ),
};

type PlatformIconProps = { platform: Platform; className?: string };

/** The sign of a platform in `currentColor`. Decoration: its name stands beside it. */
export const PlatformIcon = ({ platform, className }: PlatformIconProps) => (
  <svg
    className={className}
    viewBox="0 0 24 24"
    fill="currentColor"
    aria-hidden="true"
    focusable="false"
  >
    {GLYPHS[platform]}
  </svg>
);
