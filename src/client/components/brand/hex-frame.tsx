import type { ReactNode } from "react";
import { useTierOf } from "#client/lib/site.ts";
import { NO_TIER } from "#shared/constants/shop.ts";
import { EMBLEM_PALETTES, hexagonBevels } from "./tier-emblem.tsx";

const CLIP = "polygon(50% 0,100% 25%,100% 75%,50% 100%,0 75%,0 25%)";
const FRAME = hexagonBevels(52, 60, 59, 52);
const LINE = hexagonBevels(52, 60, 50.5, 49);

type HexFrameProps = {
  /** The key of the tier whose emblem colours and decorates the frame; plain when left out. */
  tier?: string;
  /** Sets the width or the height; the other follows (104:120). */
  className?: string;
  /** Fills the hexagon: an `img` with `object-cover`, initials, an icon. */
  children?: ReactNode;
};

/** The hexagon around avatars and badges, bevelled in the metal of the tier. */
export const HexFrame = ({ tier = NO_TIER, className, children }: HexFrameProps) => {
  const { emblem } = useTierOf()(tier);
  const { bevels, ornament } = EMBLEM_PALETTES[emblem];
  return (
    <span
      className={className}
      style={{ position: "relative", display: "inline-block", aspectRatio: "104 / 120" }}
    >
      <span
        style={{
          position: "absolute",
          inset: "9.5% 9.5%",
          clipPath: CLIP,
          display: "grid",
          placeItems: "center",
          overflow: "hidden",
        }}
      >
        {children}
      </span>
      <svg
        viewBox="0 0 104 120"
        aria-hidden="true"
        focusable="false"
        style={{
          position: "absolute",
          inset: 0,
          width: "100%",
          height: "100%",
          overflow: "visible",
        }}
      >
        {FRAME.map((d, i) => (
          <path key={d} d={d} fill={bevels[i]} />
        ))}
        {emblem !== "plain" &&
          LINE.map((d, i) => <path key={d} d={d} fill={bevels[(i + 3) % 6]} opacity=".85" />)}
        {(emblem === "crystal" || emblem === "blades") && (
          <>
            <path d="M52-4L60 8 52 16 44 8zM52 124L60 112 52 104 44 112z" fill={ornament[1]} />
            <path d="M52-4V16L44 8zM52 124V104L44 112z" fill={ornament[0]} />
          </>
        )}
        {emblem === "blades" && (
          <>
            <path
              d="M103 50C110 40 112 26 111 12 106 22 100 28 92 32zM1 50C-6 40-8 26-7 12-2 22 4 28 12 32zM103 88C109 80 112 68 111 56L103 66zM1 88C-5 80-8 68-7 56L1 66z"
              fill={ornament[1]}
            />
            <path
              d="M103 50C108 38 111 26 111 12 106 22 100 28 92 32zM1 50C-4 38-7 26-7 12-2 22 4 28 12 32z"
              fill={ornament[0]}
            />
          </>
        )}
        {emblem === "laurel" && (
          <>
            <path d="M52-3L61 4 58 14H46L43 4z" fill={ornament[1]} />
            <path d="M52-3V14H46L43 4z" fill={ornament[0]} />
          </>
        )}
      </svg>
    </span>
  );
};
