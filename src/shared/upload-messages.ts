import { ATTACHMENTS_PER_MESSAGE, PLACE_MARKER, TEXT_FILE_ENDINGS } from "./constants/uploads.ts";

const ENDINGS = TEXT_FILE_ENDINGS.map((ending) => `.${ending}`).join(", ");

/** Why a file does not become an attachment, as server and browser say it. */
export const ATTACHMENTS = {
  off: "This community takes no files on tickets.",
  closed: "This ticket is closed. Restore it to add files.",
  wantsPicture: "Send the picture itself as the body, with its type, such as image/png.",
  wantsText: "Send the file itself as the body, with its type, such as text/plain.",
  pictureTooLarge: (megabytes: number) =>
    `This picture is larger than ${megabytes} MB. Make it smaller, then try again.`,
  textTooLarge: "This file is larger than 1 MB. Send the part that matters.",
  noText: "This is no text file in UTF-8.",
  empty: "This file is empty.",
  wrongEnding: `Text files must end with one of ${ENDINGS}.`,
  unavailable: "Files cannot be kept at the moment. Try again in a few minutes.",
  busy: "Too many pictures are being uploaded at the moment. Try again in a minute.",
  unknown: "There is no such file.",
  /** Of several that were named. */
  notToSend:
    "One of the files cannot be sent: it was sent already, removed, or belongs elsewhere. Add it again.",
  expired: "This address is no longer good. Open the page again.",
  retryLater: "This upload was not finished. Add the file again.",
} as const;

/** Adding files to a message or a ticket. */
export const ATTACHMENT_SCREEN = {
  label: "Pictures and files",
  add: "Add pictures or files",
  photograph: "Take a photo",
  list: "Files to send",
  drop: "Drop them here",
  hint: "Paste, drop or choose pictures and log files.",
  remove: (name: string) => `Remove ${name}`,
  alt: (name: string) => `Description of ${name}`,
  altPlaceholder: "What does it show?",
  altFailed: "The description could not be saved.",
  describe: (name: string) => `Describe ${name}`,
  picture: "picture",
  full: `${ATTACHMENTS_PER_MESSAGE} files at most can be sent at once.`,
  failed: "The file could not be uploaded.",
  wait: "Wait until all files are uploaded, or cancel them.",
  heic: "This browser cannot open HEIC pictures. Save it as JPEG, or take a screenshot of it and send that.",
  unknownKind: "Only pictures and text files such as .txt and .log can be sent.",
  noTextHere: "This is neither a picture nor a text file that the site takes.",
  expired: "Some files were not sent in time and are gone. Add them again.",
} as const;

/** Files in a thread. */
export const ATTACHMENT_VIEW = {
  files: "Files",
  pictures: "Pictures",
  removed: "The files of this message were removed.",
  open: (words: string, index: number, count: number) =>
    words === ""
      ? `Open picture ${index} of ${count}`
      : `Open picture ${index} of ${count}: ${words}`,
  place: (index: number, count: number) => `Picture ${index} of ${count}`,
  noAlt: "Nobody has described this picture.",
  save: "Download",
  failed: "This file cannot be downloaded any more.",
  keys: "Left and right arrow: other pictures. Escape: close.",
  ofTicket: "Files of this ticket",
} as const;

const CHECK_SETTINGS =
  "Check that DATABASE_URL, DATA_DIR and ATTACHMENTS_TO are this site's own, and that the right backup was restored.";

/** What is found where files are kept. */
export const ATTACHMENT_PLACE = {
  folderRefuses: (folder: string, code: string) =>
    `Files of tickets cannot be kept in ${folder} (${code}). Make it a folder that this program may write into, or set ATTACHMENTS_TO.`,
  bucketRefuses: (bucket: string, code: string, reason: string) =>
    `Files of tickets cannot be kept in the bucket ${bucket} (${code}): ${reason}`,
  works: (place: string) => `Files of tickets are kept in ${place}.`,
  notShared: (place: string, instances: number) =>
    `${instances} instances are running, and this one keeps files of tickets in ${place}, where no other looks: set ATTACHMENTS_TO to one place for all, and move there what each has.`,
  off: "No files are taken on tickets.",
  /** Why files that no ticket names stay. */
  notSwept: {
    unknown: (place: string) =>
      `In ${place} lie files of which this database knows none, so the site removes none. ${CHECK_SETTINGS} If nobody needs these files, move them away.`,
    foreign: (place: string) =>
      `${PLACE_MARKER} in ${place} names another site than this database, so the site removes no file that it does not know. ${CHECK_SETTINGS} If the files are this site's, remove ${PLACE_MARKER}: within a day the site writes its own.`,
  },
  /** @param until a day, such as "2026-12-28". */
  restored: (until: string) =>
    `The database is another one than before, as after a restore: files that no ticket names stay until ${until}, should you undo it.`,
  shared: (until: string) =>
    `More than one database uses these files, such as a copy of this site's, or several restores came one after the other: files that no ticket names stay at least until ${until}. Give a copy of the site an ATTACHMENTS_TO of its own.`,
} as const;

/** Why an upload does not become a picture, as server and browser say it. */
export const PICTURE_REFUSALS = {
  drawing:
    "SVG drawings are not accepted, since they can carry scripts. Save it as PNG, JPEG or WebP.",
  heic: "HEIC and AVIF pictures cannot be read. Save it as JPEG or PNG, or take a screenshot of it and send that.",
  tooManyPixels: "This picture has more than 40 megapixels. Make it smaller, then try again.",
  unreadable: "This is no picture that the site can read. PNG, JPEG, WebP and GIF are accepted.",
  tooLarge: "This file is larger than 8 MB. Make the picture smaller, then try again.",
} as const;

/** While a picture is uploaded, and where that fails. */
export const PICTURE_UPLOAD = {
  uploading: (name: string) => `Uploading ${name}`,
  cancel: "Cancel",
  tryAgain: "Try again",
  dismiss: "Dismiss",
  failed: "The picture could not be uploaded.",
  unnamed: "picture",
} as const;

/** A field for a picture. */
export const PICTURE_FIELD = {
  none: "No picture",
  current: (label: string) => `${label}: the present picture`,
  choose: "Choose…",
  another: "Choose another…",
  crop: "Crop",
  remove: "Remove",
  drop: "Or drop one here. With the focus on the button, paste one.",
  dropNow: "Drop it here",
  opening: "Opening the picture…",
} as const;

/** The dialog in which a picture is cropped. */
export const PICTURE_CROP = {
  title: "Crop the picture",
  frame: "Part that is shown",
  hint: "Drag the frame, or its corners.",
  keyboard: "By keyboard: arrows move it, + and − change its size.",
  freeKeyboard:
    "By keyboard: arrows move it, + and − change its size, Shift and arrows its width and height.",
  larger: "Larger part",
  smaller: "Smaller part",
  whole: "The whole picture",
  most: "As much as possible",
  size: (width: number, height: number) => `${width} × ${height} pixels`,
  small: (width: number, height: number) => `${width} × ${height} would look sharp.`,
  use: "Use this picture",
  cancel: "Cancel",
} as const;

/** Pictures in a text in Markdown. */
export const MARKDOWN_PICTURES = {
  button: "Picture",
  /** Stands in the text while the picture is uploaded. */
  placeholder: (name: string) => `[Uploading ${name}…]`,
  /** In place of what a picture shows, until somebody says it. */
  sampleAlt: "what it shows",
} as const;

/** The buttons above a text in Markdown. */
export const MARKDOWN = {
  toolbar: "Formatting",
  bold: "Bold",
  italic: "Italics",
  heading: "Heading",
  list: "List",
  numbers: "List with numbers",
  link: "Link",
  sample: { bold: "bold", italic: "italics", link: "text", heading: "Heading", list: "entry" },
} as const;
