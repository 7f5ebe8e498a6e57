import { MESSAGES } from "#shared/messages.ts";
import { LENGTHS } from "./accounts.ts";

/** As it stands on the wire [TICK-17]. */
export const TICKET_STATUSES = ["Open", "closed"] as const;
export type TicketStatus = (typeof TICKET_STATUSES)[number];

/** Who has to say something next. */
export const TICKET_TURNS = ["team", "people", "nobody"] as const;
export type TicketTurn = (typeof TICKET_TURNS)[number];

/** The icons that what a ticket is about may have. */
export const TICKET_ICONS = ["bug", "cart", "plug", "discord"] as const;
export type TicketIcon = (typeof TICKET_ICONS)[number];

type Keyed = { key: string; title?: string | undefined };

const titleOf = (options: readonly Keyed[], key: string): string =>
  options.find((option) => option.key === key)?.title ?? key;

/**
 * What people see of a field's value: the title of a category or topic, its key where it has none or
 * has been taken out of the document.
 */
export const shownValue = (
  { categories, topics }: { categories: readonly Keyed[]; topics: readonly Keyed[] },
  field: TicketField,
  value: string,
): string => {
  if (field === "category") return titleOf(categories, value);
  return field === "game" ? titleOf(topics, value) : value;
};

/** What a ticket may be about, as it is stored: the community's topics, then games by name [TICK-08]. */
export const ticketGames = (
  topics: readonly Keyed[],
  games: readonly { name: string }[],
): readonly string[] => [...topics.map(({ key }) => key), ...games.map(({ name }) => name)];

/** What happens to a ticket, as its history tells it. */
export const TICKET_ACTS = [
  "opened",
  "edited",
  "assigned",
  "unassigned",
  "closed",
  "restored",
  "merged",
] as const;
export type TicketAct = (typeof TICKET_ACTS)[number];

/** How a field is filled in; `max` is its longest length in UTF-16 units. */
type TicketFieldInput =
  /** Typed, on one line. */
  | { input: "line"; max: number }
  /** Typed, on several lines. */
  | { input: "text"; max: number; placeholder: string }
  /** One of these words; the table checks it, so that another word is a migration. */
  | { input: "choice"; choices: readonly [string, ...string[]]; prompt: string }
  /** The key of one of the community's categories; the name of a game or topic, and of a server. */
  | { input: "category" | "game" | "server"; max: number; prompt: string };

/** All that the site has to know about a field that people fill in. */
export type TicketFieldSpec = TicketFieldInput & {
  label: string;
  /**
   * What the form says while it is empty; null where it may stay so. A field that is added later may:
   * older tickets do not have it, and other programs do not send it.
   */
  missing: string | null;
  /** Where the ticket's page shows it. */
  place: "heading" | "fact" | "text";
  /**
   * What the audit tells of an Admin's edit: both values, or only that it was rewritten, since what
   * people write themselves may name somebody.
   */
  audited: "value" | "rewritten";
};

/**
 * The fields of a ticket that can be edited, in the order of the form. Checks, columns, form, drafts,
 * page and audit follow from this record.
 */
export const TICKET_FIELD_SPECS = {
  subject: {
    label: "Subject",
    input: "line",
    max: LENGTHS.ticketSubject,
    missing: "Please enter a subject.",
    place: "heading",
    audited: "rewritten",
  },
  category: {
    label: "Category",
    input: "category",
    max: LENGTHS.ticketOption,
    prompt: "Choose a category",
    missing: "Please choose a category.",
    place: "fact",
    audited: "value",
  },
  game: {
    label: "Game",
    input: "game",
    max: LENGTHS.serverName,
    prompt: "Choose a game",
    missing: MESSAGES.gameMissing,
    place: "fact",
    audited: "value",
  },
  server: {
    label: "Server",
    input: "server",
    max: LENGTHS.serverName,
    prompt: "Choose a server",
    missing: "Please choose a server.",
    place: "fact",
    audited: "value",
  },
  description: {
    label: "Description",
    input: "text",
    max: LENGTHS.ticketDescription,
    placeholder:
      "What happened, when, and to which character? The more the team knows, the faster it is solved.",
    missing: "Please describe what it is about.",
    place: "text",
    audited: "rewritten",
  },
} as const satisfies Readonly<Record<string, TicketFieldSpec>>;
type Specs = typeof TICKET_FIELD_SPECS;
export type TicketField = keyof Specs;
export const TICKET_FIELDS = Object.keys(TICKET_FIELD_SPECS) as TicketField[];

/** What an edit can change, by which the history names it: the fields, and the answers of the category. */
export const EDITED_PARTS = [...TICKET_FIELDS, "answers"] as const;
export type EditedPart = TicketField | "answers";

/** What an edited part is called within a sentence. */
export const editedName = (part: EditedPart): string =>
  part === "answers" ? "answers" : TICKET_FIELD_SPECS[part].label.toLowerCase();

/** All that there is to know about a field, whichever it is. */
export const specOf = (field: TicketField): TicketFieldSpec => TICKET_FIELD_SPECS[field];

/** Those that may stay empty. */
export type OptionalTicketField = {
  [Field in TicketField]: null extends Specs[Field]["missing"] ? Field : never;
}[TicketField];
/** Those of which the audit tells what they were and are. */
export type AuditedTicketField = {
  [Field in TicketField]: Specs[Field]["audited"] extends "value" ? Field : never;
}[TicketField];

type Typed<Spec> = Spec extends { choices: readonly (infer Word extends string)[] } ? Word : string;
/** What a ticket holds, by field; one that may stay empty is then an empty string. */
export type TicketFieldValues = {
  [Field in TicketField]: Typed<Specs[Field]> | (Field extends OptionalTicketField ? "" : never);
};

/** So many people can be on one ticket, its creator among them. */
export const TICKET_PEOPLE_MAX = 20;

/** How much of a ticket a list shows, in characters [TICK-12]. */
export const TRUNCATION = {
  desktop: { topic: 30, description: 50, server: 50 },
  phone: { topic: 20, description: 30, server: 20 },
} as const;

/** Makes something for each field of a ticket: an object by their names, in the order of the form. */
export const byTicketField = <Made extends Record<TicketField, unknown>>(
  make: (field: TicketField) => Made[TicketField],
): Made => Object.fromEntries(TICKET_FIELDS.map((field) => [field, make(field)])) as Made;

/** The words of a field that is chosen; the empty one among them where it may stay empty. */
export const choicesOf = ({
  missing,
  choices,
}: Extract<TicketFieldSpec, { input: "choice" }>): readonly [string, ...string[]] =>
  missing === null ? ["", ...choices] : choices;

/** Fields as they are sent: what may stay empty may be absent. */
export type GivenTicketFields = Omit<TicketFieldValues, OptionalTicketField> & {
  readonly [Field in OptionalTicketField]?: TicketFieldValues[Field] | undefined;
};

/** The fields of a ticket from what was sent; what was not sent stays as it was before. */
export const ticketValues = (
  given: GivenTicketFields,
  before?: TicketFieldValues,
): TicketFieldValues =>
  byTicketField<TicketFieldValues>((field) => given[field] ?? before?.[field] ?? "");
