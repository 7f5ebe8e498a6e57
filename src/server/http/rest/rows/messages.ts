import { MESSAGES } from "#shared/messages.ts";
import { MENTIONS, MESSAGE_CHANGES } from "#shared/thread-messages.ts";
import { THREAD, TICKETS } from "#shared/ticket-messages.ts";
import type { SiteRow } from "./site-row.ts";

const own = { section: "Messages", unknown: MESSAGE_CHANGES.unknown } as const;
const refuses = {
  409: "The ticket is closed, or the message is removed or older than ten minutes.",
  429: MESSAGES.tooManyAttempts,
} as const;

/** What is said on tickets. */
export const MESSAGE_ROWS: readonly SiteRow[] = [
  {
    method: "GET",
    path: "/message/ticket/{ticketId}",
    procedure: "messages.list",
    section: "Messages",
    summary: "The newest messages of a ticket, oldest first; the next page holds older ones.",
    reply: "list",
    refuses: { 404: TICKETS.unknown },
    unknown: TICKETS.unknown,
  },
  {
    method: "POST",
    path: "/message",
    procedure: "messages.send",
    section: "Messages",
    summary: "Writes a message on an open ticket; needs a linked Discord account.",
    reply: "json",
    refuses: {
      400: THREAD.unknownPicture,
      403: THREAD.needsDiscord,
      404: TICKETS.unknown,
      409: THREAD.ticketClosed,
      429: MESSAGES.tooManyAttempts,
    },
  },
  {
    ...own,
    method: "PUT",
    path: "/message/{id}",
    procedure: "messages.edit",
    summary: "Changes what one has said, for ten minutes.",
    reply: "json",
    refuses: { ...refuses, 400: MENTIONS.unknown, 403: MESSAGE_CHANGES.notYours },
  },
  {
    ...own,
    method: "DELETE",
    path: "/message/{id}",
    procedure: "messages.remove",
    summary: "Takes back what one has said, for ten minutes: its text and pictures are gone.",
    reply: "json",
    refuses: { ...refuses, 403: MESSAGE_CHANGES.notYours },
  },
];
