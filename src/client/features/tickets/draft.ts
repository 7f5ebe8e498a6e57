import { z } from "zod/mini";
import { textThat } from "#client/lib/form.ts";
import {
  TICKET_FIELDS,
  TICKET_FIELD_SPECS,
  type TicketField,
  type TicketFieldSpec,
  type TicketFieldValues,
  byTicketField,
  choicesOf,
  specOf,
} from "#shared/constants/tickets.ts";
import { numberText } from "#shared/rules/format.ts";
import { type Person, person } from "#shared/schemas/members.ts";
import { isSeen, line, text } from "#shared/schemas/text.ts";
import type { Ticket, TicketOptions } from "#shared/schemas/tickets.ts";
import { TICKET_FORM } from "#shared/ticket-messages.ts";

const people = z.array(person);
const fields = z.object({
  ...byTicketField<Record<TicketField, z.ZodMiniString<string>>>(() => z.string()),
  /** Who is on it besides whoever opens it. */
  people,
});
/** What the form of a ticket holds; nothing chosen is an empty string. */
export type TicketDraft = z.infer<typeof fields>;

const draftWith = (valueOf: (field: TicketField) => string, people: Person[]): TicketDraft => ({
  ...byTicketField<Record<TicketField, string>>(valueOf),
  people,
});

export const EMPTY_TICKET = draftWith(() => "", []);

/** A draft of a ticket that is there. */
export const draftOf = (ticket: Ticket): TicketDraft =>
  draftWith(
    (field) => ticket[field],
    ticket.assignedUsers.map(({ id, firstName, lastName }) => ({ id, firstName, lastName })),
  );

/** Where the form shows what the server finds wrong. */
export const TICKET_LABELS = byTicketField<Record<TicketField, string>>(
  (field) => `The ${TICKET_FIELD_SPECS[field].label.toLowerCase()}`,
);

/** Another game has other servers: none of them is chosen [TICK-13]. */
export const withGame = (draft: TicketDraft, game: string): TicketDraft =>
  game === draft.game ? draft : { ...draft, game, server: "" };

const INVISIBLE = TICKET_FORM.holdsControls;

/** What is wrong with what was entered or chosen; null for nothing. */
const problemOf = (spec: TicketFieldSpec, value: string): string | null => {
  if (spec.missing !== null && !isSeen(value)) return spec.missing;
  if (spec.input !== "line" && spec.input !== "text") return null;
  const { max } = spec;
  if ((spec.input === "text" ? text : line)(max).safeParse(value).success) return null;
  return value.normalize("NFC").trim().length > max
    ? TICKET_FORM.tooLong(numberText(max))
    : INVISIBLE;
};

/** What may be sent, in the order of the form. */
export const ticketForm = z.object({
  ...byTicketField<Record<TicketField, z.ZodMiniString<string>>>((field) =>
    textThat((value) => problemOf(TICKET_FIELD_SPECS[field], value)),
  ),
  people,
});

/** What is sent of a draft that has no problem. */
export const inputOf = (draft: TicketDraft): TicketFieldValues =>
  byTicketField<TicketFieldValues>((field) => {
    const spec = specOf(field);
    if (spec.input !== "choice") return draft[field];
    // A select offers no other: whatever else is in a kept draft was found before.
    const choices = choicesOf(spec);
    return choices.find((word) => word === draft[field]) ?? choices.at(-1) ?? "";
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

/** A draft without a word, game or server that is no longer offered. */
export const withoutGone = (draft: TicketDraft, options: TicketOptions): TicketDraft => {
  const servers = options.gamesWithServers[draft.game];
  const isOffered = (spec: TicketFieldSpec, value: string): boolean => {
    if (spec.input === "choice") return spec.choices.includes(value);
    if (spec.input === "category") return options.categories.includes(value);
    if (spec.input === "game") return servers !== undefined;
    return spec.input !== "server" || servers?.includes(value) === true;
  };
  return draftWith(
    (field) => (isOffered(TICKET_FIELD_SPECS[field], draft[field]) ? draft[field] : ""),
    draft.people,
  );
};

const hasId = (people: readonly Person[], id: string) => people.some((person) => person.id === id);

/** Who is on it now, with the changes that were made to who was on it before. */
const mergePeople = (before: readonly Person[], mine: readonly Person[], now: Person[]) =>
  isSamePeople(before, mine)
    ? now
    : [
        ...now.filter(({ id }) => hasId(mine, id) || !hasId(before, id)),
        ...mine.filter(({ id }) => !hasId(now, id) && !hasId(before, id)),
      ];

/** Fields that are taken over together. */
const GROUPS: readonly (readonly TicketField[])[] = [
  ["game", "server"],
  ...TICKET_FIELDS.filter((field) => field !== "game" && field !== "server").map((field) => [
    field,
  ]),
];

export type MergedDraft = {
  draft: TicketDraft;
  /** What stands there now of what both have changed, by field. */
  theirs: Partial<Record<TicketField, string>>;
};

/**
 * Brings what somebody has typed together with what others have saved meanwhile: whatever they
 * touched themselves stays as they wrote it, everything else is what it is now. Game and server go
 * together.
 * @param before what the typing began with.
 */
export const mergeDrafts = (
  before: TicketDraft,
  mine: TicketDraft,
  now: TicketDraft,
): MergedDraft => {
  const theirs: MergedDraft["theirs"] = {};
  const draft = { ...now, people: mergePeople(before.people, mine.people, now.people) };
  for (const group of GROUPS) {
    if (group.every((field) => mine[field] === before[field])) continue;
    const isContested = group.some((field) => now[field] !== before[field]);
    for (const field of group) {
      draft[field] = mine[field];
      if (isContested && now[field] !== mine[field]) theirs[field] = now[field];
    }
  }
  return { draft, theirs };
};
