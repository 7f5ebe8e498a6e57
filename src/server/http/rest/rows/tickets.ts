import { TICKETS } from "#shared/ticket-messages.ts";
import type { SiteRow } from "./site-row.ts";

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
