import { MESSAGES } from "#shared/messages.ts";
import { NOTES } from "#shared/note-messages.ts";
import { transcriptHtml, transcriptName, transcriptText } from "#shared/rules/transcript.ts";
import type { Transcript } from "#shared/schemas/transcripts.ts";
import { TICKETS } from "#shared/ticket-messages.ts";
import type { SiteRow } from "./site-row.ts";

const about = {
  path: "/tickets/{id}/notes",
  section: "Tickets",
  unknown: TICKETS.unknown,
} as const;

// The schema of its procedure has seen it.
const asTranscript = (result: unknown) => result as Transcript;

/** What the team notes on tickets, and tickets to keep. */
export const NOTE_ROWS: readonly SiteRow[] = [
  {
    ...about,
    method: "GET",
    procedure: "notes.list",
    summary:
      "The newest notes of the team on a ticket, oldest first; the next page holds older ones. Needs the permission `tickets`.",
    reply: "list",
    refuses: { 403: NOTES.forTeam, 404: TICKETS.unknown },
  },
  {
    ...about,
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
