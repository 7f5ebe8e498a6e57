import { type ClipboardEvent, type DragEvent, useRef, useState } from "react";
import { keepDraft, readDraft } from "#client/lib/drafts.ts";
import { newOnceKey } from "#client/lib/form.ts";
import { useSite } from "#client/lib/site.ts";
import { parseStored } from "#client/lib/storage.ts";
import { trpc } from "#client/lib/trpc.ts";
import { filesIn, type Upload, useFileUploads } from "#client/lib/upload-file.ts";
import {
  ATTACHMENT_LENGTHS,
  ATTACHMENTS_PER_MESSAGE,
  isTextFileName,
  PICTURE_TYPES,
  TEXT_FILE_MAX_BYTES,
} from "#shared/constants/uploads.ts";
import { type Attachment, attachment, attachmentList } from "#shared/schemas/attachments.ts";
import { ATTACHMENT_SCREEN, ATTACHMENTS } from "#shared/upload-messages.ts";

/** Larger ones are made smaller by the server as well. */
const EDGE_PX = 2560;
const QUALITY = 0.9;
const MEGABYTE = 1024 * 1024;

/** What is sent of a file, or why nothing is. */
type Prepared =
  | { kind: "picture" | "text"; body: Blob }
  | { kind: "picture" | "text"; refusal: string };

const TAKEN: ReadonlySet<string> = new Set([...PICTURE_TYPES.split(","), "image/svg+xml"]);

/** Phones and file managers do not always say what a file is. */
const isPicture = ({ type, name }: File): boolean =>
  type.startsWith("image/") || /\.(?:heic|heif|avif|jpe?g|png|webp|gif)$/i.test(name);
const isHeic = ({ type, name }: File): boolean =>
  /^image\/(?:hei[cf]|avif)/.test(type) || /\.(?:heic|heif|avif)$/i.test(name);

/** The picture as this browser shows it, no larger than the site keeps it; null where it shows none. */
const drawn = async (file: Blob): Promise<Blob | null> => {
  try {
    const bitmap = await createImageBitmap(file);
    const scale = Math.min(1, EDGE_PX / Math.max(bitmap.width, bitmap.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(bitmap.width * scale));
    canvas.height = Math.max(1, Math.round(bitmap.height * scale));
    canvas.getContext("2d")?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    bitmap.close();
    return await new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", QUALITY));
  } catch {
    return null;
  }
};

const preparePicture = async (file: File, maxBytes: number): Promise<Prepared> => {
  const kind = "picture";
  if (TAKEN.has(file.type) && file.size <= maxBytes) return { kind, body: file };
  const body = await drawn(file);
  if (body !== null && body.size <= maxBytes) return { kind, body };
  if (isHeic(file)) return { kind, refusal: ATTACHMENT_SCREEN.heic };
  return file.size > maxBytes
    ? { kind, refusal: ATTACHMENTS.pictureTooLarge(Math.floor(maxBytes / MEGABYTE)) }
    : { kind, refusal: ATTACHMENT_SCREEN.unknownKind };
};

/**
 * What is sent of a file: a text file as it is; a picture as well, unless the site could not read it or it
 * is too large: then this browser draws it anew.
 * @param maxBytes of a picture.
 */
const prepareFile = async (file: File, maxBytes: number): Promise<Prepared> => {
  if (isPicture(file)) return preparePicture(file, maxBytes);
  const kind = "text";
  if (!isTextFileName(file.name)) return { kind, refusal: ATTACHMENT_SCREEN.unknownKind };
  if (file.size > TEXT_FILE_MAX_BYTES) return { kind, refusal: ATTACHMENTS.textTooLarge };
  // Browsers name hundreds of types; for the site a text is a text.
  return { kind, body: new Blob([file], { type: "text/plain" }) };
};

/** Files that are added to a message or a ticket while it is written. */
export type Attachments = {
  /** Uploaded, in their order. */
  list: readonly Attachment[];
  /** On their way, or refused. */
  uploads: readonly Upload[];
  /** Whether some are still on their way. */
  isBusy: boolean;
  /** Why one more was not added; null for nothing. */
  problem: string | null;
  add: (files: readonly File[]) => void;
  remove: (id: string) => void;
  /** Shows another state of one, such as with its description. */
  replace: (changed: Attachment) => void;
  /** Takes one away that is gone: it was not sent in time. */
  lose: (id: string) => void;
  /** Forgets all of them, since they are sent. */
  clear: () => void;
  /** For what is pasted or dropped into the form. */
  handlers: {
    onPaste: (event: ClipboardEvent) => void;
    onDragOver: (event: DragEvent) => void;
    onDragLeave: () => void;
    onDrop: (event: DragEvent) => void;
  };
  /** Whether something is held over the form. */
  isOver: boolean;
};

const nameOf = (file: File) => file.name.slice(-ATTACHMENT_LENGTHS.name).trim();

const restore = (text: string | null): readonly Attachment[] =>
  attachmentList.safeParse(parseStored(text)).data ?? [];

/** As a file's own name stands in an address; one that no line may hold is left out. */
const queryOf = (file: File): string => {
  const name = nameOf(file);
  return /\p{Cc}/u.test(name) ? "" : `?name=${encodeURIComponent(name)}`;
};

/**
 * Files for a message or a ticket: uploaded at once, kept over a reload in this tab, and sent by their ids.
 * @param ticketId null for a ticket that is not there yet.
 * @param draft names where they are kept.
 */
export const useAttachments = (
  userId: string,
  ticketId: number | null,
  draft: string,
): Attachments => {
  const { uploads: taken } = useSite();
  const { client } = trpc.useUtils();
  const [list, setList] = useState(() => restore(readDraft(userId, draft)));
  const [problem, setProblem] = useState<string | null>(null);
  const [isOver, setOver] = useState(false);
  const { uploads, start } = useFileUploads<Attachment>();

  // An upload may end when its form is gone: what it has brought is in the next one.
  const current = useRef(list);
  const change = (work: (before: readonly Attachment[]) => readonly Attachment[]) => {
    const next = work(current.current);
    current.current = next;
    keepDraft(userId, draft, next.length === 0 ? "" : JSON.stringify(next));
    setList(next);
  };
  const upload = async (file: File) => {
    if (taken === null) return;
    const prepared = await prepareFile(file, taken.pictureMaxBytes);
    const folder = ticketId === null ? "/api/tickets" : `/api/tickets/${ticketId}`;
    const isText = prepared.kind === "text";
    start({
      name: nameOf(file) || ATTACHMENT_SCREEN.picture,
      path: `${folder}/${isText ? "files" : "pictures"}${queryOf(file)}`,
      onceKey: newOnceKey(),
      tooLarge: isText
        ? ATTACHMENTS.textTooLarge
        : ATTACHMENTS.pictureTooLarge(Math.floor(taken.pictureMaxBytes / 1024 / 1024)),
      failed: ATTACHMENT_SCREEN.failed,
      read: (answer) => attachment.parse(answer),
      onDone: (kept) => change((before) => [...before, kept]),
      ...("refusal" in prepared
        ? { body: file, refusal: prepared.refusal }
        : { body: prepared.body }),
    });
  };
  const add = (files: readonly File[]) => {
    const open = uploads.filter(({ refusal }) => refusal === null).length;
    const room = ATTACHMENTS_PER_MESSAGE - list.length - open;
    setProblem(files.length > room ? ATTACHMENT_SCREEN.full : null);
    for (const file of files.slice(0, Math.max(0, room))) void upload(file);
  };
  const drop = (id: string) => change((before) => before.filter((one) => one.id !== id));

  return {
    list,
    uploads,
    isBusy: uploads.some(({ refusal }) => refusal === null),
    problem,
    add,
    remove: (id) => {
      setProblem(null);
      drop(id);
      // What is not taken back here is removed a day later.
      client.attachments.discard.mutate({ id }).catch(() => {});
    },
    replace: (changed) =>
      change((before) => before.map((one) => (one.id === changed.id ? changed : one))),
    lose: (id) => {
      setProblem(ATTACHMENT_SCREEN.expired);
      drop(id);
    },
    clear: () => {
      setProblem(null);
      change(() => []);
      for (const one of uploads) one.cancel();
    },
    isOver,
    handlers: {
      onPaste: (event) => {
        const files = filesIn(event.clipboardData);
        // What programs copy is a text, and a picture of it as well.
        if (files.length === 0 || event.clipboardData.types.includes("text/plain")) return;
        event.preventDefault();
        add(files);
      },
      onDragOver: (event) => {
        if (!event.dataTransfer.types.includes("Files")) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: () => setOver(false),
      onDrop: (event) => {
        setOver(false);
        const files = filesIn(event.dataTransfer);
        if (files.length === 0) return;
        event.preventDefault();
        add(files);
      },
    },
  };
};
