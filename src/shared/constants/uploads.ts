import { DAY_MS, MINUTE_MS } from "./time.ts";

export const ATTACHMENT_KINDS = ["picture", "text"] as const;
export type AttachmentKind = (typeof ATTACHMENT_KINDS)[number];

/**
 * An attachment is being uploaded until its file is kept, ready until it is sent with a message or a ticket,
 * and removed until its file is gone, too.
 */
export const ATTACHMENT_STATES = ["uploading", "ready", "sent", "removed"] as const;

/** Of one message, and of a new ticket. */
export const ATTACHMENTS_PER_MESSAGE = 8;

/** So many pictures of a ticket can be chosen from as evidence: the newest. */
export const EVIDENCE_CHOICE_MAX = 24;

/** The largest text file, in bytes. */
export const TEXT_FILE_MAX_BYTES = 1024 * 1024;

/** How the names of text files end. */
export const TEXT_FILE_ENDINGS = [
  "txt",
  "log",
  "json",
  "cfg",
  "conf",
  "ini",
  "yml",
  "yaml",
  "toml",
  "xml",
  "csv",
  "md",
  "properties",
] as const;

/** In UTF-16 units. */
export const ATTACHMENT_LENGTHS = { name: 120, alt: 300 } as const;

/** What was uploaded and not sent is removed after this. */
export const UNSENT_ATTACHMENT_KEPT_MS = DAY_MS;

/** Says in the place of files whose they are. */
export const PLACE_MARKER = "lynxden-files.txt";

/**
 * A file that no row names is kept for so long, and so is every one of them after the database has become another:
 * its row comes back where a restore is undone.
 */
export const UNNAMED_FILE_KEPT_MS = 30 * DAY_MS;

/** An address of an attachment is good for at least this long, and for at most twice as long. */
export const ATTACHMENT_ADDRESS_MS = 15 * MINUTE_MS;

/** The name of a text file ends with one of the known endings. */
export const isTextFileName = (name: string): boolean => {
  const ending = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase();
  return TEXT_FILE_ENDINGS.some((known) => known === ending);
};

/** The largest file that is taken as a picture of the site, in bytes. */
export const PICTURE_MAX_BYTES = 8 * 1024 * 1024;

/** What a picture of the site is made of. */
export const PICTURE_TYPES = "image/png,image/jpeg,image/webp,image/gif";

/**
 * Where a picture stands: the ratio of width to height that it is cropped to, null for any, and how many
 * pixels of it are worth keeping.
 */
export const PICTURE_PLACES = {
  logo: { aspect: null, width: 1024, height: 1024 },
  icon: { aspect: 1, width: 512, height: 512 },
  social: { aspect: 1200 / 630, width: 1200, height: 630 },
  game: { aspect: 16 / 9, width: 1600, height: 900 },
} as const;
export type PicturePlace = keyof typeof PICTURE_PLACES;
