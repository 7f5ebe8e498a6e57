import { useState } from "react";
import { HexFrame } from "#client/components/brand/hex-frame.tsx";
import type { Tier } from "#shared/constants/tiers.ts";

type MemberAvatarProps = {
  /** Whose initial stands in for a missing picture; empty while it is not known. */
  name: string;
  picture: string | null;
  /** Styles the frame; plain when left out. */
  tier?: Tier;
  /** Sets the height, such as `h-14`. */
  className?: string;
};

/** A member's picture in the hexagon. Decoration: the name stands beside it. */
export const MemberAvatar = ({ name, picture, tier, className }: MemberAvatarProps) => {
  const [failed, setFailed] = useState<string | null>(null);
  const [initial = ""] = name;
  return (
    <HexFrame tier={tier} className={className}>
      {picture === null || picture === failed ? (
        <span
          aria-hidden
          className="grid size-full place-items-center bg-linear-to-b from-night-700 to-night-850 [container-type:size]"
        >
          <span className="font-display text-[52cqh] leading-none font-extrabold text-amber">
            {initial.toLocaleUpperCase("en")}
          </span>
        </span>
      ) : (
        <img
          src={picture}
          alt=""
          draggable={false}
          className="size-full object-cover"
          onError={() => setFailed(picture)}
        />
      )}
    </HexFrame>
  );
};
