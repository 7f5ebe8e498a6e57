import { useState } from "react";
import { HexFrame } from "#client/components/brand/hex-frame.tsx";

type MemberAvatarProps = {
  /** Whose initial stands in for a missing picture; empty while it is not known. */
  name: string;
  picture: string | null;
  /** Its key; styles the frame; plain when left out. */
  tier?: string;
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
          className="grid size-full place-items-center bg-linear-to-b from-ground-700 to-ground-850 [container-type:size]"
        >
          <span className="font-display text-[52cqh] leading-none font-extrabold text-accent">
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
