import { ImageOff } from "lucide-react";
import { useState } from "react";
import { TICKET_PICTURES } from "#shared/ticket-messages.ts";

type PictureTileProps = {
  address: string;
  /** As in "Open picture 1 of 3". */
  label: string;
  onOpen: () => void;
};

const BOX =
  "grid h-28 w-36 place-items-center overflow-clip rounded-lg border border-night-600 bg-night-850";

/** A small picture in a box of a fixed size, so that nothing moves when it arrives. */
export const PictureTile = ({ address, label, onOpen }: PictureTileProps) => {
  const [isBroken, setIsBroken] = useState(false);
  return isBroken ? (
    <a
      href={address}
      target="_blank"
      rel="noopener noreferrer nofollow ugc"
      className={`${BOX} content-center gap-1.5 px-3 text-center text-sm text-faint transition-colors hover:border-night-500 hover:text-bone`}
    >
      <ImageOff className="size-6" aria-hidden />
      {TICKET_PICTURES.broken}
    </a>
  ) : (
    <button
      type="button"
      aria-label={label}
      aria-haspopup="dialog"
      onClick={onOpen}
      className={`${BOX} transition-colors hover:border-amber/70`}
    >
      <img
        src={address}
        alt=""
        width={144}
        height={112}
        loading="lazy"
        decoding="async"
        referrerPolicy="no-referrer"
        draggable={false}
        className="size-full object-cover"
        onError={() => setIsBroken(true)}
      />
    </button>
  );
};
