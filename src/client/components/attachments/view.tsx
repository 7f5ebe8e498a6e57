import { Download, FileText, ImageOff } from "lucide-react";
import { type ReactNode, Suspense, useState } from "react";
import { usePictureViewer } from "#client/components/picture-dialog.tsx";
import { lazyPart } from "#client/lib/chunks.ts";
import { trpc } from "#client/lib/trpc.ts";
import { byteText } from "#shared/rules/format.ts";
import type { Attachment } from "#shared/schemas/attachments.ts";
import { TICKET_PICTURES } from "#shared/ticket-messages.ts";
import { ATTACHMENT_VIEW } from "#shared/upload-messages.ts";

/**
 * An attachment as it is shown: its addresses are good for a while, so where a picture does not come it is
 * asked for anew, once. While it is shown its address stays the same.
 * @param given of one attachment: another one needs another component.
 */
export const useFresh = (
  given: Attachment,
  onLost?: () => void,
): { shown: Attachment; isBroken: boolean; onError: () => void } => {
  const { client } = trpc.useUtils();
  const [shown, setShown] = useState(given);
  const [state, setState] = useState<"given" | "asked" | "broken">("given");
  const onError = () => {
    if (state !== "given") {
      setState("broken");
      return;
    }
    setState("asked");
    client.attachments.byId.query({ id: given.id }).then(setShown, () => {
      setState("broken");
      onLost?.();
    });
  };
  return { shown, isBroken: state === "broken", onError };
};

/** Saves an attachment on this device; its address is asked for anew, since the one at hand may be too old. */
const useSave = ({ id }: Pick<Attachment, "id">) => {
  const { client } = trpc.useUtils();
  const [hasFailed, setHasFailed] = useState(false);
  const save = async () => {
    setHasFailed(false);
    try {
      const { url } = await client.attachments.byId.query({ id });
      // It is served as a file to be saved: this screen stays.
      window.location.assign(`${url}&download=1`);
    } catch {
      setHasFailed(true);
    }
  };
  return { hasFailed, save };
};

type SaveLinkProps = {
  attachment: Attachment;
  className?: string;
  children: ReactNode;
};

/** Saves a file on this device; with a modifier, browsers do with its address what they always do. */
export const SaveLink = ({ attachment, className, children }: SaveLinkProps) => {
  const { hasFailed, save } = useSave(attachment);
  return (
    <>
      <a
        href={`${attachment.url}&download=1`}
        className={className}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          void save();
        }}
      >
        {children}
      </a>
      {hasFailed && (
        <p role="alert" className="mt-1 text-sm text-ember">
          {ATTACHMENT_VIEW.failed}
        </p>
      )}
    </>
  );
};

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

type TicketAttachmentsProps = {
  ticketId: number;
  /** Stands above them. */
  heading: ReactNode;
};

/** What was sent with a ticket itself; nothing where there is none. */
export const TicketAttachments = ({ ticketId, heading }: TicketAttachmentsProps) => {
  const { data = [] } = trpc.attachments.ofTicket.useQuery(
    { id: ticketId },
    { staleTime: Number.POSITIVE_INFINITY },
  );
  if (data.length === 0) return null;
  return (
    <div>
      {heading}
      <AttachmentsView attachments={data} />
    </div>
  );
};
