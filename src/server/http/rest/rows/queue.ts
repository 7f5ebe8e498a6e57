import { asksForPage } from "#server/http/rest/list.ts";
import { QUEUE } from "#shared/queue-messages.ts";
import { TICKETS } from "#shared/ticket-messages.ts";
import type { SiteRow } from "./site-row.ts";

const about = { section: "Tickets", reply: "json" } as const;
const TOO_MANY = "Too many of them; `Retry-After` says in how many seconds to try again.";
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
