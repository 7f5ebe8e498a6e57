import { Download, FileText, ImageOff } from "lucide-react";
import { Suspense } from "react";
import { usePictureViewer } from "#client/components/use-picture-viewer.ts";
import { lazyPart } from "#client/lib/chunks.ts";
import { ATTACHMENT_VIEW } from "#shared/attachment-messages.ts";
import { byteText } from "#shared/rules/format.ts";
import type { Attachment } from "#shared/schemas/attachments.ts";
import { TICKET_PICTURES } from "#shared/ticket-messages.ts";
import { SaveLink } from "./save-link.tsx";
import { useFresh } from "./use-fresh.ts";

/** As wide as a picture is, but no strip: of long ones the middle is shown. */
const RATIO = { least: 0.62, most: 1.9 };

const ratioOf = ({ width, height }: Attachment): number =>
  Math.min(RATIO.most, Math.max(RATIO.least, (width ?? 4) / (height ?? 3)));

type TileProps = {
  picture: Attachment;
  /** What its button says. */
  label: string;
  onOpen: () => void;
};

/** A small picture in a box of a size that is known before it arrives. */
const Tile = ({ picture, label, onOpen }: TileProps) => {
  const { shown, isBroken, onError } = useFresh(picture);
  return (
    <button
      type="button"
      aria-label={isBroken ? `${label}. ${TICKET_PICTURES.broken}` : label}
      aria-haspopup="dialog"
      onClick={onOpen}
      style={{ aspectRatio: ratioOf(picture) }}
      className="grid h-28 max-w-full place-items-center overflow-clip rounded-lg border border-ground-600 bg-ground-850 transition-colors hover:border-accent/70 sm:h-36"
    >
      {isBroken ? (
        <span className="grid justify-items-center gap-1.5 px-2 text-center text-sm text-faint">
          <ImageOff className="size-6" aria-hidden />
          {TICKET_PICTURES.broken}
        </span>
      ) : (
        <img
          src={shown.smallUrl ?? shown.url}
          alt=""
          width={picture.width ?? undefined}
          height={picture.height ?? undefined}
          loading="lazy"
          decoding="async"
          draggable={false}
          className="size-full object-cover"
          onError={onError}
        />
      )}
    </button>
  );
};

/** A text file, which is saved and never shown. */
const FileLine = ({ file }: { file: Attachment }) => (
  <SaveLink
    attachment={file}
    className="flex min-h-11 max-w-full items-center gap-2.5 rounded-lg border border-ground-600 bg-ground-850 px-3 py-2 text-sm no-underline transition-colors hover:border-accent/70"
  >
    <FileText className="size-5 shrink-0 text-accent" aria-hidden />
    <span className="sr-only">{ATTACHMENT_VIEW.save} </span>
    <bdi className="min-w-0 truncate text-ink">{file.name}</bdi>{" "}
    <span className="shrink-0 text-faint">{byteText(file.sizeBytes)}</span>
    <Download className="size-4 shrink-0 text-muted" aria-hidden />
  </SaveLink>
);

const Viewer = lazyPart(() => import("./viewer.tsx"));

/** The pictures and files of a message or a ticket; each picture opens the viewer. */
export const AttachmentsView = ({ attachments }: { attachments: readonly Attachment[] }) => {
  const pictures = attachments.filter(({ kind }) => kind === "picture");
  const files = attachments.filter(({ kind }) => kind === "text");
  const { open, viewing } = usePictureViewer();
  return (
    <>
      {pictures.length > 0 && (
        <ul aria-label={ATTACHMENT_VIEW.pictures} className="mt-2 flex flex-wrap gap-2 first:mt-0">
          {pictures.map((picture, at) => (
            <li key={picture.id} className="max-w-full">
              <Tile
                picture={picture}
                label={ATTACHMENT_VIEW.open(picture.alt, at + 1, pictures.length)}
                onOpen={() => open(at)}
              />
            </li>
          ))}
        </ul>
      )}
      {files.length > 0 && (
        <ul aria-label={ATTACHMENT_VIEW.files} className="mt-2 grid gap-2 first:mt-0">
          {files.map((file) => (
            <li key={file.id} className="min-w-0">
              <FileLine file={file} />
            </li>
          ))}
        </ul>
      )}
      {viewing !== null && (
        <Suspense>
          <Viewer pictures={pictures} {...viewing} />
        </Suspense>
      )}
    </>
  );
};
