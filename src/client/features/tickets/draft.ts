import { z } from "zod/mini";
import { textThat } from "#client/lib/form.ts";
import {
  byTicketField,
  choicesOf,
  specOf,
  TICKET_FIELD_SPECS,
  TICKET_FIELDS,
  type TicketField,
  type TicketFieldSpec,
  type TicketFieldValues,
} from "#shared/constants/tickets.ts";
import { numberText } from "#shared/rules/format.ts";
import { isSeen } from "#shared/rules/lines.ts";
import { answerMax, readAnswer, type TicketQuestion } from "#shared/schemas/community/checks.ts";
import { type Person, person } from "#shared/schemas/members.ts";
import { line, text } from "#shared/schemas/text.ts";
import type { Ticket, TicketOptions } from "#shared/schemas/tickets.ts";
import { TICKET_FORM, TICKET_QUESTIONS_ASKED } from "#shared/ticket-messages.ts";

const people = z.array(person);
const fields = z.object({
  ...byTicketField<Record<TicketField, z.ZodMiniString<string>>>(() => z.string()),
  /** Who is on it besides whoever opens it. */
  people,
  /** By the key of a question; those of another category stay until the draft is sent. */
  answers: z._default(z.record(z.string(), z.string()), {}),
});
/** What the form of a ticket holds; nothing chosen is an empty string. */
export type TicketDraft = z.infer<typeof fields>;

const draftWith = (
  valueOf: (field: TicketField) => string,
  people: Person[],
  answers: TicketDraft["answers"],
): TicketDraft => ({
  ...byTicketField<Record<TicketField, string>>(valueOf),
  people,
  answers,
});

export const EMPTY_TICKET = draftWith(() => "", [], {});

/** A draft of a ticket that is there. */
export const draftOf = (ticket: Ticket): TicketDraft =>
  draftWith(
    (field) => ticket[field],
    ticket.assignedUsers.map(({ id, firstName, lastName }) => ({ id, firstName, lastName })),
    Object.fromEntries((ticket.answers ?? []).map(({ key, value }) => [key, value])),
  );

/** Where the form shows what the server finds wrong. */
export const TICKET_LABELS = byTicketField<Record<TicketField, string>>(
  (field) => `The ${TICKET_FIELD_SPECS[field].label.toLowerCase()}`,
);

/** Another game has other servers: none of them is chosen [TICK-13]. */
export const withGame = (draft: TicketDraft, game: string): TicketDraft =>
  game === draft.game ? draft : { ...draft, game, server: "" };

const INVISIBLE = TICKET_FORM.holdsControls;

/** What is wrong with an answer; null for nothing. */
export const answerProblem = (question: TicketQuestion, given = ""): string | null => {
  const { label, type, required } = question;
  const read = readAnswer(question, given);
  if (read === null)
    return type === "choice"
      ? TICKET_QUESTIONS_ASKED.unknownChoice(label)
      : TICKET_QUESTIONS_ASKED.unfit(label, answerMax(question));
  return read === "" && required === true ? TICKET_QUESTIONS_ASKED.missing(label) : null;
};

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

/** By the key of a category, what is asked. */
export type Questions = TicketOptions["questions"];

/** What may be sent, in the order of the form. */
export const ticketForm = (questions: Questions) =>
  z
    .object({
      ...byTicketField<Record<TicketField, z.ZodMiniString<string>>>((field) =>
        textThat((value) => problemOf(TICKET_FIELD_SPECS[field], value)),
      ),
      people,
      answers: z.record(z.string(), z.string()),
    })
    .check(({ value, issues }) => {
      const wrong = questions[value.category]
        ?.map((question) => answerProblem(question, value.answers[question.key]))
        .find((problem) => problem !== null);
      if (typeof wrong === "string")
        issues.push({
          code: "custom",
          message: wrong,
          input: value,
          path: ["answers"],
          continue: true,
        });
    });

/** What is sent as answers to these questions; undefined where nothing is asked. */
export const answersFor = (
  questions: readonly TicketQuestion[] | undefined,
  answers: TicketDraft["answers"],
): TicketDraft["answers"] | undefined =>
  questions && Object.fromEntries(questions.map(({ key }) => [key, answers[key] ?? ""]));

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

/** Whether these say the same; an empty one is none. */
export const isSameAnswers = (a: TicketDraft["answers"], b: TicketDraft["answers"]): boolean =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].every(
    (key) => (a[key] ?? "") === (b[key] ?? ""),
  );

/** Whether two drafts would be sent alike. */
export const isSameDraft = (a: TicketDraft, b: TicketDraft): boolean =>
  TICKET_FIELDS.every((field) => a[field] === b[field]) &&
  isSamePeople(a.people, b.people) &&
  isSameAnswers(a.answers, b.answers);

const keptDraft = z.object({
  draft: fields,
  /** What was tried to be sent, and under which key, so that it is not stored twice. */
  sent: z.nullable(z.object({ key: z.string(), content: z.string() })),
});
export type KeptDraft = z.infer<typeof keptDraft>;

/** A kept draft read again; `empty` where nothing readable was kept. */
export const readKept = (stored: string | null, empty = EMPTY_TICKET): KeptDraft => {
  try {
    return keptDraft.parse(JSON.parse(stored ?? ""));
  } catch {
    return { draft: empty, sent: null };
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
    draft.answers,
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
  const draft = {
    ...now,
    people: mergePeople(before.people, mine.people, now.people),
    answers: isSameAnswers(before.answers, mine.answers) ? now.answers : mine.answers,
  };
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
