import { z } from "zod/mini";
import { LENGTHS, ROLES } from "#shared/constants/accounts.ts";
import {
  MENTIONS_MAX,
  QUESTION_LENGTHS,
  QUESTIONS_MAX,
  SOLVED_WORD_MAX,
  THREAD_PEOPLE_MAX,
  type TicketAnswer,
} from "#shared/constants/desk.ts";
import {
  byTicketField,
  choicesOf,
  EDITED_PARTS,
  type OptionalTicketField,
  specOf,
  TICKET_ACTS,
  TICKET_FIELD_SPECS,
  TICKET_PEOPLE_MAX,
  TICKET_STATUSES,
  TICKET_TURNS,
  type TicketField,
  type TicketFieldSpec,
  type TicketFieldValues,
} from "#shared/constants/tickets.ts";
import { isSeen } from "#shared/rules/lines.ts";
import { attachmentIds, attachmentList } from "./attachments.ts";
import { ticketQuestion } from "./community/checks.ts";
import { idempotencyKey, pageInput, pageOf, recordId, searchInput, userId } from "./lists.ts";
import { person } from "./members.ts";
import { line, text } from "./text.ts";

const time = z.iso.datetime();

/** What is said in a message; beside attachments it may be nothing. */
const messageText = text(LENGTHS.message);
const messageContent = messageText.check(z.refine<string>(isSeen, "must not be empty"));

/** The ids of those who are mentioned; their names stand in the text behind an `@`. */
const mentionIds = z.nullish(z.array(userId).check(z.maxLength(MENTIONS_MAX)));

/** One message. */
export const messageInput = z.object({ id: recordId });
/** `PUT message/{id}`. Without `mentions` those of before stay, as far as the text names them. */
export const messageEdit = z.object({
  id: recordId,
  content: messageContent,
  mentions: mentionIds,
});
export type MessageEdit = z.infer<typeof messageEdit>;

/** Somebody who can be mentioned on a ticket, or has read it, by what they are called there. */
export const threadPerson = z.object({
  id: z.string(),
  name: z.string(),
  picture: z.nullable(z.string()),
});
export type ThreadPerson = z.infer<typeof threadPerson>;

export const threadOfTicket = z.object({ ticketId: recordId });
export const threadPeople = z.array(threadPerson).check(z.maxLength(THREAD_PEOPLE_MAX));

/** Up to which message one has read. */
export const seenInput = z.object({ ticketId: recordId, messageId: recordId });
/** Who has read up to where, the latest first. */
export const seenBy = z
  .array(z.extend(threadPerson, { messageId: z.int(), at: time }))
  .check(z.maxLength(THREAD_PEOPLE_MAX));
export type SeenBy = z.infer<typeof seenBy>[number];

/** `PUT tickets/{id}/close`. Whether it was solved may be left unsaid. */
export const ticketClosing = z.object({
  id: recordId,
  solved: z.nullish(z.boolean()),
  /** On whether it was solved. */
  word: z.nullish(line(SOLVED_WORD_MAX)),
});
export type TicketClosing = z.infer<typeof ticketClosing>;

/** Whether a closed ticket was solved. */
export const solvedAnswer = z.object({
  id: recordId,
  solved: z.boolean(),
  word: z.nullish(line(SOLVED_WORD_MAX)),
});
export type SolvedAnswer = z.infer<typeof solvedAnswer>;

/** How long a first answer usually takes; null where too few tickets were answered of late. */
export const usualAnswer = z.object({ medianMs: z.nullable(z.int()) });

const isSeenRule = z.refine<string>(isSeen, "must not be empty");

/** `GET tickets/options`. */
export const ticketOptions = z.object({
  /** The names of a game's servers by the game's name, in the community's order. */
  gamesWithServers: z.record(z.string(), z.array(z.string())),
  /** Their keys, in the community's order. */
  categories: z.array(z.string()),
  /** That of them in which members appeal against strikes; null where they choose one. */
  appealCategory: z.nullable(z.string()),
  /** By the key of a category: what is asked besides. Those that ask nothing are left out. */
  questions: z.record(z.string(), z.array(ticketQuestion)),
});
export type TicketOptions = z.infer<typeof ticketOptions>;

/** Somebody on a ticket. */
export const assignedUser = z.extend(person, {
  role: z.enum(ROLES),
  zlgMember: z.object({
    discordImgUrl: z.nullable(z.string()),
    discordName: z.nullable(z.string()),
  }),
});
export type AssignedUser = z.infer<typeof assignedUser>;

type Rule<Value> = z.ZodMiniType<Value, Value>;

type ShownFields = { [Field in TicketField]: Rule<TicketFieldValues[Field]> };
/** As it stands on the wire: what was checked when it was sent. */
const shownFields = byTicketField<ShownFields>((field) => {
  const spec = specOf(field);
  return spec.input === "choice" ? z.enum(choicesOf(spec)) : z.string();
});

const ticketAnswer: Rule<TicketAnswer> = z.object({
  key: z.string(),
  label: z.string(),
  value: z.string(),
});

/** A ticket [TICK-02]. `createdBy` is a user's id, who is always among the assigned. */
export const ticket = z.object({
  id: z.int(),
  ...shownFields,
  status: z.enum(TICKET_STATUSES),
  createdAt: time,
  updatedAt: time,
  createdBy: z.string(),
  /** The number of the ticket where it goes on, since it was merged into that; null otherwise. */
  mergedInto: z.nullable(z.int()),
  assignedUsers: z.array(assignedUser),
  /** Who has to answer: the team, the people on it, or nobody, as it is closed. */
  waitsFor: z.enum(TICKET_TURNS),
  /** Since when; null where that is not known. */
  waitsSince: z.nullable(time),
  closedAt: z.nullable(time),
  /** Whether it was solved, by whoever closed it; null where they did not say. */
  solved: z.nullable(z.boolean()),
  solvedWord: z.nullable(z.string()),
  /** To the questions of its category, where there are any; lists leave them out. */
  answers: z.optional(z.array(ticketAnswer)),
  /** True for whoever works on it as one of the team; absent for whoever is merely on it, and in lists. */
  mayWork: z.optional(z.boolean()),
});
export type Ticket = z.infer<typeof ticket>;
/** A ticket of a list: whether somebody else has written on it since one has read it. */
export const listedTicket = z.extend(ticket, { isUnread: z.boolean() });
export type ListedTicket = z.infer<typeof listedTicket>;
export const ticketPage = pageOf(listedTicket);

export const ticketInput = z.object({ id: recordId });
export const ticketListInput = z.extend(searchInput, {
  status: z.enum(TICKET_STATUSES),
  game: z.optional(line(LENGTHS.serverName)),
  category: z.optional(line(LENGTHS.ticketOption)),
  /** True: those that one is on, though one may see all. */
  isMine: z.optional(z.boolean()),
  /** True: those that wait for the team alone, since nobody of it has written the last message. */
  isWaiting: z.optional(z.boolean()),
});
export type TicketListInput = z.infer<typeof ticketListInput>;

type SentFields = {
  [Field in TicketField]: Field extends OptionalTicketField
    ? z.ZodMiniOptional<Rule<TicketFieldValues[Field]>>
    : Rule<TicketFieldValues[Field]>;
};
const sentField = (spec: TicketFieldSpec): z.ZodMiniType => {
  const isOptional = spec.missing === null;
  if (spec.input === "choice") {
    const chosen = z.enum(choicesOf(spec));
    return isOptional ? z.optional(chosen) : chosen;
  }
  const typed = (spec.input === "text" ? text : line)(spec.max);
  return isOptional ? z.optional(typed) : typed.check(isSeenRule);
};
/** What may be sent; what may stay empty may be absent. */
const sentFields = byTicketField<SentFields>(
  (field) => sentField(TICKET_FIELD_SPECS[field]) as SentFields[TicketField],
);

const fields = {
  ...sentFields,
  assignedUserIds: z.nullish(z.array(userId).check(z.maxLength(TICKET_PEOPLE_MAX))),
  /** By the key of a question of the category, what is answered. */
  answers: z.nullish(
    z
      .record(
        z.string().check(z.maxLength(QUESTION_LENGTHS.key)),
        z.string().check(z.maxLength(QUESTION_LENGTHS.text)),
      )
      .check(
        z.refine(
          (given) => Object.keys(given).length <= QUESTIONS_MAX,
          `has more than ${QUESTIONS_MAX}`,
        ),
      ),
  ),
};

/** `POST tickets`. Whoever asks is the creator, whatever else is sent. */
export const newTicket = z.object({
  ...fields,
  /** The number of one's own strike that it appeals: such a ticket may be written whatever strikes forbid. */
  appealOf: z.optional(recordId),
  attachmentIds,
  idempotencyKey,
});
export type NewTicket = z.infer<typeof newTicket>;

/** `PUT tickets/{id}/edit`. Without `assignedUserIds` the same people stay on it; without
 * `answers` those stay that were given, unless the category is another one. */
export const ticketEdit = z.object({
  id: recordId,
  ...fields,
  /** The ticket's `updatedAt` as whoever edits has seen it: 409 where it is another by now. */
  updatedAt: z.nullish(time),
});
export type TicketEdit = z.infer<typeof ticketEdit>;

/** `POST tickets/{id}/assign-user`; without `userId` an Admin takes the ticket. */
export const ticketAssignment = z.object({
  id: recordId,
  userId: z.nullish(userId),
  /** For who takes it: who took care of it when they looked, null for nobody. */
  from: z.nullish(userId),
});
export type TicketAssignment = z.infer<typeof ticketAssignment>;

/** How many tickets are open, up to `COUNT_MAX`. */
export const ticketCounts = z.object({ open: z.int() });

/** One line of a ticket's history. */
export const ticketEntry = z.object({
  id: z.int(),
  act: z.enum(TICKET_ACTS),
  at: time,
  /** By whom. */
  actor: person,
  /** Of an edit: what was changed. */
  fields: z.array(z.enum(EDITED_PARTS)),
  /** Of an assignment: whom it is about. */
  people: z.array(person),
  /** Of a merge: the number of the ticket that was merged, and of the one that it was merged into. */
  merged: z.nullable(z.object({ from: z.int(), into: z.int() })),
  /** Of one that the site closed by itself: so long nobody had answered. Its actor is then whoever opened it. */
  silentDays: z.optional(z.int()),
});
export type TicketEntry = z.infer<typeof ticketEntry>;

/** A message [MSG-07], and who wrote it. Without a Discord account its fields are null. */
export const message = z.object({
  id: z.int(),
  /** As it was typed; empty once its author has removed it. */
  content: z.string(),
  /** The same with its Markdown rendered; null for what is shown as plain text. */
  html: z.nullable(z.string()),
  createdAt: time,
  editedAt: z.nullable(time),
  removedAt: z.nullable(time),
  /** The ids of those who are mentioned in it. */
  mentions: z.array(z.string()),
  discordUserId: z.nullable(z.string()),
  discordUserName: z.nullable(z.string()),
  discordImgUrl: z.nullable(z.string()),
  /** Addresses of its pictures: those on other hosts, and for a while those of its attachments. */
  imgUrlsJson: z.array(z.string()),
  attachments: attachmentList,
  author: z.extend(person, {
    role: z.enum(ROLES),
    /** The names of their roles in the team; absent for whoever has none. */
    teamRoles: z.optional(z.array(z.string())),
  }),
});
export type Message = z.infer<typeof message>;
/** Oldest first; the page after it holds older ones. */
export const messagePage = pageOf(message);

export const threadInput = z.extend(pageInput, { ticketId: recordId });
/** `POST message`. It may consist of attachments alone. */
export const newMessage = z
  .object({
    messageGroupId: recordId,
    content: messageText,
    mentions: mentionIds,
    imgUrl: z.nullish(z.string().check(z.maxLength(LENGTHS.url))),
    attachmentIds,
    idempotencyKey,
  })
  .check(
    z.refine(({ content, attachmentIds = [] }) => isSeen(content) || attachmentIds.length > 0, {
      error: "must not be empty",
      path: ["content"],
    }),
  );
export type NewMessage = z.infer<typeof newMessage>;

/** The ticket that is to be merged. */
export const mergeCandidatesInput = z.object({ id: recordId });

/** An open ticket of the same person. */
export const mergeCandidate = z.object({
  id: z.int(),
  subject: z.string(),
  createdAt: z.iso.datetime(),
});
export type MergeCandidate = z.infer<typeof mergeCandidate>;
/** The newest first. */
export const mergeCandidates = z.array(mergeCandidate);

/** Merges the ticket `id` into the ticket `into`. */
export const ticketMerge = z.object({ id: recordId, into: recordId });
export type TicketMerge = z.infer<typeof ticketMerge>;
