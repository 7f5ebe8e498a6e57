import { UPLOAD_TYPES } from "#server/http/rest/upload-reply.ts";
import { ATTACHMENTS } from "#shared/attachment-messages.ts";
import { MESSAGES } from "#shared/messages.ts";
import { TICKETS } from "#shared/ticket-messages.ts";
import type { SiteRow } from "./site-row.ts";

const upload = {
  section: "Tickets",
  method: "POST",
  reply: "upload",
  status: 201,
} as const;

const pictures = {
  ...upload,
  fixed: { kind: "picture" },
  takes: UPLOAD_TYPES.picture,
} as const;
const texts = { ...upload, fixed: { kind: "text" }, takes: UPLOAD_TYPES.text } as const;

const refuses = {
  403: ATTACHMENTS.off,
  413: "The file is larger than this community takes.",
  429: MESSAGES.tooManyAttempts,
  503: ATTACHMENTS.unavailable,
} as const;
const onTicket = {
  procedure: "attachments.admit",
  unknown: TICKETS.unknown,
  refuses: { ...refuses, 404: TICKETS.unknown, 409: ATTACHMENTS.closed },
} as const;
const PICTURE = "The body is the picture itself; PNG, JPEG, WebP and GIF are taken.";
const TEXT =
  "The body is the file itself: text in UTF-8 of at most 1 MB, whose `name` says what it is.";
const LATER =
  "It is sent by its id, in `attachmentIds` of a message or a new ticket, within a day.";

/** Pictures and text files of tickets. */
export const ATTACHMENT_ROWS: readonly SiteRow[] = [
  {
    ...pictures,
    ...onTicket,
    path: "/tickets/{id}/pictures",
    operation: "attachmentsUploadPicture",
    summary: `Uploads a picture for a message on this ticket. ${PICTURE} ${LATER}`,
  },
  {
    ...texts,
    ...onTicket,
    path: "/tickets/{id}/files",
    operation: "attachmentsUploadText",
    summary: `Uploads a text file for a message on this ticket. ${TEXT} ${LATER}`,
  },
  {
    ...pictures,
    procedure: "attachments.admitNew",
    refuses,
    path: "/tickets/pictures",
    operation: "attachmentsUploadPictureForNewTicket",
    summary: `Uploads a picture for a ticket that is not there yet. ${PICTURE} ${LATER}`,
  },
  {
    ...texts,
    procedure: "attachments.admitNew",
    refuses,
    path: "/tickets/files",
    operation: "attachmentsUploadTextForNewTicket",
    summary: `Uploads a text file for a ticket that is not there yet. ${TEXT} ${LATER}`,
  },
  {
    section: "Tickets",
    method: "GET",
    path: "/tickets/{id}/attachments",
    procedure: "attachments.ofTicket",
    summary: "What was sent with the ticket itself; what was sent with a message stands there.",
    reply: "json",
    unknown: TICKETS.unknown,
    refuses: { 404: TICKETS.unknown },
  },
];
