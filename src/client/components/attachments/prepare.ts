import { ATTACHMENT_SCREEN, ATTACHMENTS } from "#shared/attachment-messages.ts";
import { isTextFileName, TEXT_FILE_MAX_BYTES } from "#shared/constants/attachments.ts";
import { PICTURE_TYPES } from "#shared/constants/pictures.ts";

/** Larger ones are made smaller by the server as well. */
const EDGE_PX = 2560;
const QUALITY = 0.9;
const MEGABYTE = 1024 * 1024;

/** What is sent of a file, or why nothing is. */
export type Prepared =
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
export const prepareFile = async (file: File, maxBytes: number): Promise<Prepared> => {
  if (isPicture(file)) return preparePicture(file, maxBytes);
  const kind = "text";
  if (!isTextFileName(file.name)) return { kind, refusal: ATTACHMENT_SCREEN.unknownKind };
  if (file.size > TEXT_FILE_MAX_BYTES) return { kind, refusal: ATTACHMENTS.textTooLarge };
  // Browsers name hundreds of types; for the site a text is a text.
  return { kind, body: new Blob([file], { type: "text/plain" }) };
};
