import { asksForPage, type SiteRow, UPLOAD_TYPES } from "#server/http/rest/row.ts";
import { NOTES, QUEUE } from "#shared/desk-messages.ts";
import { MESSAGES } from "#shared/messages.ts";
import { transcriptHtml, transcriptName, transcriptText } from "#shared/rules/transcript.ts";
import type { Transcript } from "#shared/schemas/desk.ts";
import { MENTIONS, MESSAGE_CHANGES } from "#shared/thread-messages.ts";
import { THREAD, TICKETS } from "#shared/ticket-messages.ts";
import { ATTACHMENTS } from "#shared/upload-messages.ts";

const about = { section: "Tickets", reply: "json" } as const;
/** For whoever may not see a ticket it does not exist. */
const one = { ...about, unknown: TICKETS.unknown } as const;
const categories: SiteRow["choices"] = ({ tickets }) => ({
  category: tickets.categories.map(({ key }) => key),
});
const list = {
  section: "Tickets",
  method: "GET",
  procedure: "tickets.list",
  reply: "list",
  choices: categories,
} as const;

const TOO_MANY = "Too many of them; `Retry-After` says in how many seconds to try again.";

/** Support tickets. */
export const TICKET_ROWS: readonly SiteRow[] = [
  {
    ...list,
    path: "/tickets/open",
    operation: "ticketsListOpen",
    summary: "Open tickets, newest first: all of them to an Admin, else those that one is on.",
    fixed: { status: "Open", isMine: false },
  },
  {
    ...list,
    path: "/tickets/closed",
    operation: "ticketsListClosed",
    summary: "Closed tickets, newest first: all of them to an Admin, else those that one is on.",
    fixed: { status: "closed", isMine: false },
  },
  {
    ...about,
    method: "GET",
    path: "/tickets/options",
    procedure: "tickets.options",
    summary: "What a ticket can be about.",
  },
  {
    ...one,
    method: "GET",
    path: "/tickets/{id}",
    procedure: "tickets.byId",
    summary: "One ticket.",
  },
  {
    ...about,
    method: "POST",
    path: "/tickets",
    procedure: "tickets.create",
    summary: "Opens a ticket. Whoever asks is its creator, and on it.",
    status: 201,
    choices: categories,
    refuses: { 429: TOO_MANY },
  },
  {
    ...one,
    method: "PUT",
    path: "/tickets/{id}/edit",
    procedure: "tickets.edit",
    summary:
      "Changes an open ticket. Who is on it is for its creator and for Admins who are on it to change.",
    choices: categories,
    codes: ["changed_meanwhile"],
    refuses: {
      403: "Not on the ticket, or not one who may change who is.",
      409: "It is closed, or `updatedAt` is given and is another by now.",
      429: TOO_MANY,
    },
  },
  {
    ...one,
    method: "PUT",
    path: "/tickets/{id}/close",
    procedure: "tickets.close",
    summary: "Closes a ticket. Whether it was `solved`, and a `word` on that, may be said.",
    refuses: { 409: TICKETS.alreadyClosed, 429: TOO_MANY },
  },
  {
    ...one,
    method: "PUT",
    path: "/tickets/{id}/restore",
    procedure: "tickets.restore",
    summary: "Opens a closed ticket again.",
    refuses: { 409: TICKETS.alreadyOpen, 429: TOO_MANY },
  },
  {
    ...one,
    method: "POST",
    path: "/tickets/{id}/assign-user",
    procedure: "tickets.assign",
    summary:
      "Puts somebody on a ticket; without `userId` the Admin who asks, where `from`, if it is sent, takes care of it still.",
    refuses: { 409: TICKETS.givenBack, 429: TOO_MANY },
  },
];

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

const refusesUpload = {
  403: ATTACHMENTS.off,
  413: "The file is larger than this community takes.",
  429: MESSAGES.tooManyAttempts,
  503: ATTACHMENTS.unavailable,
} as const;
const onTicket = {
  procedure: "attachments.admit",
  unknown: TICKETS.unknown,
  refuses: { ...refusesUpload, 404: TICKETS.unknown, 409: ATTACHMENTS.closed },
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
    refuses: refusesUpload,
    path: "/tickets/pictures",
    operation: "attachmentsUploadPictureForNewTicket",
    summary: `Uploads a picture for a ticket that is not there yet. ${PICTURE} ${LATER}`,
  },
  {
    ...texts,
    procedure: "attachments.admitNew",
    refuses: refusesUpload,
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

const aboutNotes = {
  path: "/tickets/{id}/notes",
  section: "Tickets",
  unknown: TICKETS.unknown,
} as const;

// The schema of its procedure has seen it.
const asTranscript = (result: unknown) => result as Transcript;

/** What the team notes on tickets, and tickets to keep. */
export const NOTE_ROWS: readonly SiteRow[] = [
  {
    ...aboutNotes,
    method: "GET",
    procedure: "notes.list",
    summary:
      "The newest notes of the team on a ticket, oldest first; the next page holds older ones. Needs the permission `tickets`.",
    reply: "list",
    refuses: { 403: NOTES.forTeam, 404: TICKETS.unknown },
  },
  {
    ...aboutNotes,
    method: "POST",
    procedure: "notes.add",
    summary:
      "Writes a note for the team, which nobody else can see. Needs the permission `tickets`.",
    reply: "json",
    status: 201,
    refuses: { 403: NOTES.forTeam, 404: TICKETS.unknown, 429: MESSAGES.tooManyAttempts },
  },
  {
    section: "Tickets",
    unknown: TICKETS.unknown,
    method: "GET",
    path: "/tickets/{id}/transcript",
    procedure: "transcripts.read",
    summary:
      "A ticket with everything that was said on it, to keep: JSON, or what `Accept` names of HTML and plain text. `withNotes=true`, for the team alone, adds its notes.",
    reply: "json",
    input: ({ params, query }) => ({ ...params, withNotes: query["withNotes"] === "true" }),
    formats: [
      {
        type: "text/html",
        fileName: (result) => `${transcriptName(asTranscript(result))}.html`,
        render: (result) => transcriptHtml(asTranscript(result)),
      },
      {
        type: "text/plain",
        fileName: (result) => `${transcriptName(asTranscript(result))}.txt`,
        render: (result) => transcriptText(asTranscript(result)),
      },
    ],
    refuses: { 403: NOTES.forTeam, 404: TICKETS.unknown, 429: MESSAGES.tooManyAttempts },
  },
];

const label = { ...about, unknown: QUEUE.noLabel } as const;

/** The team's queue of tickets: for whoever has the permission `tickets`. */
export const QUEUE_ROWS: readonly SiteRow[] = [
  {
    ...about,
    method: "GET",
    path: "/tickets/queue",
    procedure: "queue.list",
    input: ({ query }) => ({ ...asksForPage(query), isLate: query["isLate"] === "true" }),
    reply: "list",
    summary:
      "What the team sees of all tickets: `tab` is reply, unassigned, mine, all or closed; `sort` waiting, due, newest or priority; `isLate` leaves those alone whose answer is late.",
    choices: ({ tickets }) => ({ category: tickets.categories.map(({ key }) => key) }),
  },
  {
    ...about,
    method: "GET",
    path: "/tickets/queue/counts",
    procedure: "queue.counts",
    summary: "How many tickets each tab has, up to 100.",
  },
  {
    ...about,
    method: "POST",
    path: "/tickets/queue/changes",
    procedure: "queue.change",
    summary:
      "Closes, restores, assigns, labels or ranks up to 100 tickets at once: all of it or nothing. The answer has the steps that take it back.",
    refuses: { 404: TICKETS.unknown, 429: TOO_MANY },
  },
  {
    ...about,
    method: "GET",
    path: "/tickets/{id}/facts",
    procedure: "queue.facts",
    unknown: TICKETS.unknown,
    summary: "Priority, labels and assignee of one ticket, and since when it waits.",
  },
  {
    ...about,
    method: "GET",
    path: "/tickets/labels",
    procedure: "queue.labels",
    summary: "The labels that tickets can have.",
  },
  {
    ...about,
    method: "POST",
    path: "/tickets/labels",
    procedure: "queue.makeLabel",
    summary: "Makes a label.",
    status: 201,
    refuses: { 429: TOO_MANY },
  },
  {
    ...label,
    method: "PUT",
    path: "/tickets/labels/{id}",
    procedure: "queue.changeLabel",
    summary: "Gives a label another name or colour.",
    refuses: { 429: TOO_MANY },
  },
  {
    ...label,
    method: "DELETE",
    path: "/tickets/labels/{id}",
    procedure: "queue.removeLabel",
    reply: "empty",
    summary: "Removes a label from the community and from every ticket.",
    refuses: { 429: TOO_MANY },
  },
];
