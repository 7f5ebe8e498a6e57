import type { ReactNode } from "react";
import { useSite } from "#client/lib/site.ts";
import { gameOf } from "#shared/rules/community.ts";
import type { Scene } from "#shared/schemas/community/play.ts";

/** Motifs of our own, one colour, on a grid of 24: faceted masses with gaps of 1.2 between them. */
const GLYPHS: Record<Scene, ReactNode> = {
  // An erupting volcano.
  volcano: (
    <>
      <path d="M8.7 10.5L1.5 21.5h8.3L11 17l-1-2.5 1.2-4z" />
      <path d="M12.7 10.5L11.5 14.3l1.1 2.8-1.3 4.4h11.2l-7.2-11z" opacity=".7" />
      <path d="M11.1 9.2L9.8 4.8 12 2l2 3.2-1.2 4zM6.2 3.6l1.9 2.7-.3 2.3-1.9-2.3zM17.6 3.2l.5 2.8-1.8 2.4-.3-2.5z" />
    </>
  ),
  // A leaf of the night jungle, with light at its tips.
  jungle: (
    <>
      <path d="M19.3 3C9 3.3 3 9.2 5.2 17.4z" opacity=".7" />
      <path d="M20.7 4.3C21.3 14 14.8 20.3 6.6 18.7z" />
      <path d="M5.6 18.6l-3 3 1 1 3.2-3.2z" opacity=".7" />
      <path d="M4 3.4l1.5.9v1.7L4 6.9 2.5 6V4.3zM9.4 1l1.1.7v1.3l-1.1.6-1.1-.6V1.7zM19.5 18.2l1.3.8v1.5l-1.3.8-1.3-.8V19z" />
    </>
  ),
  // A sprout under a meteor.
  meteor: (
    <>
      <path d="M13.6 6.8L22.8.8 17.6 10.2l-2.7 1.5-2.3-1.9z" opacity=".65" />
      <path d="M10.9 6.2l3.1.7 1 3-2 2.5-3.2-.5-1.2-3z" />
      <path d="M8.4 23c.2-4.3-1.7-7.3-7.4-7.6.1 4.4 2.3 6.3 6.2 6zM9.9 23c-.2-5.6 2.9-8.9 11.6-9-.2 5.7-3.5 8-9.3 7.5z" />
    </>
  ),
  // A block of the world.
  blocks: (
    <>
      <path d="M12 1.5l9 5.2-9 5.2-9-5.2z" />
      <path d="M2.6 8l8.8 5.1v9.9L2.6 17.9z" opacity=".7" />
      <path d="M21.4 8l-8.8 5.1v9.9l8.8-5.1z" opacity=".45" />
    </>
  ),
  // A ringed planet.
  planet: (
    <>
      <path d="M5.5 12.8A6.8 6.8 0 0 1 18 8.8L6.2 15.2a6.8 6.8 0 0 1-.7-2.4z" />
      <path d="M7 16.5l11.6-6.3A6.8 6.8 0 0 1 7 16.5z" opacity=".7" />
      <path d="M17.3 6.3c2.9-.7 4.9-.6 5.3.4.9 1.8-3.4 5.6-9.5 8.5S1.9 18.8 1.1 17.1c-.5-1 .7-2.7 3-4.5-.9 1.2-1.3 2.1-1 2.7.7 1.3 4.7.4 9.2-1.7s7.8-4.8 7.2-6.1c-.2-.6-1-.9-2.2-1.2z" />
    </>
  ),
  // The paw of a tame creature.
  paw: (
    <>
      <path d="M12 11.2l4.6 2.7 1.7 4.8-2.5 2.9-3.8-1.1-3.8 1.1-2.5-2.9 1.7-4.8z" />
      <path
        d="M8.7 2.2l1.9 2.2v3.4L8.7 9.6 6.8 7.8V4.4zM15.3 2.2l1.9 2.2v3.4l-1.9 1.8-1.9-1.8V4.4zM3.3 8l1.9 1.5.6 3-1.6 1.4-2-1.5-.5-2.9zM20.7 8l-1.9 1.5-.6 3 1.6 1.4 2-1.5.5-2.9z"
        opacity=".8"
      />
    </>
  ),
};
/** A crystal, for a game without a motif. */
const ANY_GAME = (
  <>
    <path d="M11.4 2v20L4 15V8z" />
    <path d="M12.6 2v20L20 15V8z" opacity=".7" />
  </>
);

type GameIconProps = {
  /** Its key. */
  game: string;
  className?: string;
};

/** The glyph of a game in `currentColor`. Decoration: its name stands beside it. */
export const GameIcon = ({ game, className }: GameIconProps) => {
  const { scene } = gameOf(useSite().games, game);
  return (
    <svg
      className={className}
      viewBox="0 0 24 24"
      fill="currentColor"
      aria-hidden="true"
      focusable="false"
    >
      {scene === undefined ? ANY_GAME : GLYPHS[scene]}
    </svg>
  );
};
