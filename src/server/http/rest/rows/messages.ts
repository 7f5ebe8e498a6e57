import { MESSAGES } from "#shared/messages.ts";
import { THREAD, TICKETS } from "#shared/ticket-messages.ts";
import type { SiteRow } from "./site-row.ts";

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
];
