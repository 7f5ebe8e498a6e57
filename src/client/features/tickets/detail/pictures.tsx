import { ImageOff } from "lucide-react";
import { Suspense, useState } from "react";
import { usePictureViewer } from "#client/components/use-picture-viewer.ts";
import { lazyPart } from "#client/lib/chunks.ts";
import { TICKET_PICTURES } from "#shared/ticket-messages.ts";

/** So many pictures of one message are shown. */
const PICTURES_MAX = 12;

const listIn = (value: unknown): unknown[] => {
  if (Array.isArray(value)) return value;
  if (typeof value !== "string") return [];
  try {
    const list: unknown = JSON.parse(value);
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
};

const addressOf = (entry: unknown, hosts: readonly string[]): string | null => {
  const url = typeof entry === "string" ? URL.parse(entry) : null;
  if (url === null || url.protocol !== "https:" || !hosts.includes(url.host)) return null;
  return url.username === "" && url.password === "" ? url.href : null;
};

/**
 * The pictures of a message that may be shown: https addresses of configured hosts, each once.
 * @param imgUrlsJson a list of addresses, or a string that holds one as JSON [MSG-05].
 */
export const picturesOf = (imgUrlsJson: unknown, hosts: readonly string[]): string[] => {
  const addresses = listIn(imgUrlsJson).map((entry) => addressOf(entry, hosts));
  return [...new Set(addresses.filter((address) => address !== null))].slice(0, PICTURES_MAX);
};

type PictureTileProps = {
  address: string;
  /** As in "Open picture 1 of 3". */
  label: string;
  onOpen: () => void;
};

const BOX =
  "grid h-28 w-36 place-items-center overflow-clip rounded-lg border border-ground-600 bg-ground-850";

/** A small picture in a box of a fixed size, so that nothing moves when it arrives. */
const PictureTile = ({ address, label, onOpen }: PictureTileProps) => {
  const [isBroken, setIsBroken] = useState(false);
  return isBroken ? (
    <a
      href={address}
      target="_blank"
      rel="noopener noreferrer nofollow ugc"
      className={`${BOX} content-center gap-1.5 px-3 text-center text-sm text-faint transition-colors hover:border-ground-500 hover:text-ink`}
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
      className={`${BOX} transition-colors hover:border-accent/70`}
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

const PictureViewer = lazyPart(() => import("./picture-viewer.tsx"));

/** The pictures of a message, small; each opens the viewer. */
export const PicturesView = ({ pictures }: { pictures: readonly string[] }) => {
  const { open, viewing } = usePictureViewer();
  return (
    <>
      <ul aria-label="Pictures" className="mt-2 flex flex-wrap gap-2 first:mt-0">
        {pictures.map((address, at) => (
          <li key={address}>
            <PictureTile
              address={address}
              label={TICKET_PICTURES.open(at + 1, pictures.length)}
              onOpen={() => open(at)}
            />
          </li>
        ))}
      </ul>
      {viewing !== null && (
        <Suspense>
          <PictureViewer pictures={pictures} {...viewing} />
        </Suspense>
      )}
    </>
  );
};
