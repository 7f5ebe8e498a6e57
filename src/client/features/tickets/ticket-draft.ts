import { z } from "zod/mini";
import { LENGTHS } from "#shared/constants/accounts.ts";
import { TICKET_CATEGORIES, TICKET_FIELDS, type TicketField } from "#shared/constants/tickets.ts";
import { type Person, person } from "#shared/schemas/members.ts";
import { isSeen, line, text } from "#shared/schemas/text.ts";
import type { Ticket, TicketOptions } from "#shared/schemas/tickets.ts";

const fields = z.object({
  subject: z.string(),
  category: z.string(),
  game: z.string(),
  server: z.string(),
  description: z.string(),
  /** Who is on it besides whoever opens it. */
  people: z.array(person),
});
/** What the form of a ticket holds; nothing chosen is an empty string. */
export type TicketDraft = z.infer<typeof fields>;

export const EMPTY_TICKET: TicketDraft = {
  subject: "",
  category: "",
  game: "",
  server: "",
  description: "",
  people: [],
};

/** A draft of a ticket that is there. */
export const draftOf = (ticket: Ticket): TicketDraft => ({
  subject: ticket.subject,
  category: ticket.category,
  game: ticket.game,
  server: ticket.server,
  description: ticket.description,
  people: ticket.assignedUsers.map(({ id, firstName, lastName }) => ({ id, firstName, lastName })),
});

/** Another game has other servers: none of them is chosen (member §2 "Tickets area"). */
export const withGame = (draft: TicketDraft, game: string): TicketDraft =>
  game === draft.game ? draft : { ...draft, game, server: "" };

const MISSING: Record<TicketField, string> = {
  subject: "Please enter a subject.",
  category: "Please choose a category.",
  game: "Please choose a game.",
  server: "Please choose a server.",
  description: "Please describe what it is about.",
};
const INVISIBLE = "This contains invisible control characters. Please write it without them.";

/** The greatest length of what is typed, in characters. */
export const TYPED = {
  subject: { max: LENGTHS.ticketSubject, rule: line(LENGTHS.ticketSubject) },
  description: { max: LENGTHS.ticketDescription, rule: text(LENGTHS.ticketDescription) },
} as const;

const typedProblem = (field: keyof typeof TYPED, value: string): string | null => {
  const { max, rule } = TYPED[field];
  if (!isSeen(value)) return MISSING[field];
  if (rule.safeParse(value).success) return null;
  return value.normalize("NFC").trim().length > max
    ? `This is too long. ${max.toLocaleString("en")} characters are the most that fits.`
    : INVISIBLE;
};

export type TicketProblems = Partial<Record<TicketField, string>>;

/** What keeps a draft from being sent, by field, in the order of the form; empty where nothing does. */
export const problemsOf = (draft: TicketDraft): TicketProblems => {
  const problems: TicketProblems = {};
  for (const field of TICKET_FIELDS) {
    const problem =
      field === "subject" || field === "description"
        ? typedProblem(field, draft[field])
        : draft[field] === ""
          ? MISSING[field]
          : null;
    if (problem !== null) problems[field] = problem;
  }
  return problems;
};

/** What is sent of a draft that has no problem. */
export const inputOf = ({ subject, category, game, server, description }: TicketDraft) => ({
  subject,
  // A select offers no other: whatever else is in a kept draft was found before.
  category: TICKET_CATEGORIES.find((name) => name === category) ?? "Other",
  game,
  server,
  description,
});

const idsOf = (people: readonly Person[]) => people.map(({ id }) => id).toSorted();
/** Whether these are the same people, in whatever order. */
export const isSamePeople = (a: readonly Person[], b: readonly Person[]): boolean =>
  idsOf(a).join(" ") === idsOf(b).join(" ");

/** How many characters are left, to be told near the limit; null while there is no need to. */
export const charactersLeft = (value: string, max: number): number | null => {
  const left = max - value.length;
  return left <= Math.max(20, max / 10) ? left : null;
};

/** Whether two drafts would be sent alike. */
export const isSameDraft = (a: TicketDraft, b: TicketDraft): boolean =>
  TICKET_FIELDS.every((field) => a[field] === b[field]) && isSamePeople(a.people, b.people);

const keptDraft = z.object({
  draft: fields,
  /** What was tried to be sent, and under which key, so that it is not stored twice. */
  sent: z.nullable(z.object({ key: z.string(), content: z.string() })),
});
export type KeptDraft = z.infer<typeof keptDraft>;

/** A kept draft read again; an empty one where nothing readable was kept. */
export const readKept = (stored: string | null): KeptDraft => {
  try {
    return keptDraft.parse(JSON.parse(stored ?? ""));
  } catch {
    return { draft: EMPTY_TICKET, sent: null };
  }
};

/** A draft without a category, game or server that the community does not offer. */
export const withoutGone = (draft: TicketDraft, options: TicketOptions): TicketDraft => {
  const servers = options.gamesWithServers[draft.game];
  return {
    ...draft,
    category: TICKET_CATEGORIES.find((name) => name === draft.category) ?? "",
    game: servers === undefined ? "" : draft.game,
    server: servers?.includes(draft.server) === true ? draft.server : "",
  };
};
