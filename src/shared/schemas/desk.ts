import { z } from "zod/mini";
import { LENGTHS, ROLES } from "#shared/constants/accounts.ts";
import { NOTE_MAX, REPLY_TEXT_MAX, REPLY_TITLE_MAX } from "#shared/constants/desk.ts";
import {
  FIGURE_WEEKS,
  LABEL_COLOURS,
  LABEL_NAME_MAX,
  PRIORITIES,
  QUEUE_CHANGE_MAX,
  QUEUE_SORTS,
  QUEUE_TABS,
  TICKET_LABELS_MAX,
} from "#shared/constants/queue.ts";
import { TICKET_STATUSES } from "#shared/constants/tickets.ts";
import { isSeen } from "#shared/rules/lines.ts";
import { idempotencyKey, pageInput, pageOf, recordId, searchInput, userId } from "./lists.ts";
import { person } from "./members.ts";
import { line, text, words } from "./text.ts";

const time = z.iso.datetime();

/** A label that the team gives to tickets. */
export const label = z.object({
  id: z.int(),
  name: z.string(),
  colour: z.enum(LABEL_COLOURS),
});
export type Label = z.infer<typeof label>;

const labelName = line(LABEL_NAME_MAX).check(z.refine(isSeen, "must not be empty"));

export const newLabel = z.object({ name: labelName, colour: z.enum(LABEL_COLOURS) });
export type NewLabel = z.infer<typeof newLabel>;
export const labelEdit = z.extend(newLabel, { id: recordId });
export const labelInput = z.object({ id: recordId });

/** On how many tickets a label is, up to `COUNT_MAX`. */
export const labelUse = z.object({ tickets: z.int() });

/** What the team sees of a ticket beyond what those on it see. */
const teamFacts = {
  priority: z.enum(PRIORITIES),
  /** Since when it waits for the team; null where somebody of it has answered. */
  waitingSince: z.nullable(time),
  /** Until when it is to be answered, and whether that has been found to have passed; null without a target. */
  dueAt: z.nullable(time),
  isOverdue: z.boolean(),
  /** Who of the team takes care of it. */
  assignee: z.nullable(person),
  labels: z.array(label),
};

/** One ticket of the queue. */
export const queueTicket = z.object({
  id: z.int(),
  subject: z.string(),
  category: z.string(),
  game: z.string(),
  server: z.string(),
  status: z.enum(TICKET_STATUSES),
  createdAt: time,
  /** Whether another has said something that whoever asks has not read. */
  isUnread: z.boolean(),
  requester: person,
  /** What was said last, on one line; null where nothing was. */
  last: z.nullable(z.object({ text: z.string(), at: time, author: person })),
  ...teamFacts,
});
export type QueueTicket = z.infer<typeof queueTicket>;
export const queuePage = pageOf(queueTicket);

export const queueInput = z.extend(searchInput, {
  tab: z.enum(QUEUE_TABS),
  sort: z.optional(z.enum(QUEUE_SORTS)),
  game: z.optional(line(LENGTHS.serverName)),
  category: z.optional(line(LENGTHS.ticketOption)),
  priority: z.optional(z.enum(PRIORITIES)),
  /** The number of a label. */
  label: z.optional(recordId),
  /** True: open ones alone whose answer is late. */
  isLate: z.optional(z.boolean()),
  /** The id of whoever opened them. */
  requester: z.optional(userId),
});
export type QueueInput = z.infer<typeof queueInput>;

/** How many tickets each tab has, up to `COUNT_MAX`. */
export const queueCounts = z.record(z.enum(QUEUE_TABS), z.int());
export type QueueCounts = z.infer<typeof queueCounts>;

/** One ticket, as the team sees it. */
export const ticketFacts = z.object({ id: z.int(), ...teamFacts });
export type TicketFacts = z.infer<typeof ticketFacts>;

/** Another ticket of whoever opened one. */
export const requesterTicket = z.object({
  id: z.int(),
  subject: z.string(),
  status: z.enum(TICKET_STATUSES),
  createdAt: time,
});
export type RequesterTicket = z.infer<typeof requesterTicket>;

const ids = z.array(recordId).check(z.minLength(1), z.maxLength(QUEUE_CHANGE_MAX));

/** The tickets of which somebody is to take care; absent: any that everybody of the team sees. */
export const helpersInput = z.optional(z.object({ ids: z.optional(ids) }));
export type HelpersInput = z.infer<typeof helpersInput>;
/** Whoever may take care of tickets. */
export const helpers = z.array(person);

const labelIds = z.array(recordId).check(z.maxLength(TICKET_LABELS_MAX));

/** What becomes of some tickets; a field that is absent stays as it is. */
export const queueStep = z.object({
  ids,
  status: z.optional(z.enum(TICKET_STATUSES)),
  /** Who takes care of them; null: nobody any more. */
  assigneeId: z.optional(z.nullable(userId)),
  priority: z.optional(z.enum(PRIORITIES)),
  /** Labels that they get, and that they lose. */
  addLabels: z.optional(labelIds),
  removeLabels: z.optional(labelIds),
  /** Of a step that takes a change back, what that change made: what is something else by now stays as it is. */
  expected: z.optional(
    z.object({
      status: z.optional(z.enum(TICKET_STATUSES)),
      assigneeId: z.optional(z.nullable(userId)),
      priority: z.optional(z.enum(PRIORITIES)),
    }),
  ),
});
export type QueueStep = z.infer<typeof queueStep>;

/** Up to a hundred tickets at once, in one or several steps: all of it is done, or nothing. */
export const queueChange = z.object({
  steps: z.array(queueStep).check(z.minLength(1), z.maxLength(QUEUE_CHANGE_MAX)),
});
export type QueueChange = z.infer<typeof queueChange>;

/**
 * How many tickets are other than they were, how many stay as somebody else has left them, and the steps that
 * take it back.
 */
export const queueChanged = z.object({
  changed: z.int(),
  skipped: z.int(),
  undo: z.array(queueStep),
});
export type QueueChanged = z.infer<typeof queueChanged>;

/** Which ticket somebody of the team looks at. */
export const ticketLook = z.object({
  id: recordId,
  /** `came`: whoever looks at it too is to say so; `left`: they look at it no more. */
  is: z.enum(["came", "there", "left"]),
});

const content = text(NOTE_MAX).check(z.refine(isSeen, "must not be empty"));

/** A note of the team on a ticket, and who wrote it. Without a Discord account its fields are null. */
export const ticketNote = z.object({
  id: z.int(),
  ticketId: z.int(),
  content: z.string(),
  createdAt: time,
  /** When it was changed last; null where it was not. */
  editedAt: z.nullable(time),
  discordUserName: z.nullable(z.string()),
  discordImgUrl: z.nullable(z.string()),
  author: z.extend(person, { role: z.enum(ROLES) }),
});
export type TicketNote = z.infer<typeof ticketNote>;
/** Oldest first; the page after it holds older ones. */
export const notePage = pageOf(ticketNote);

/** `id` is the ticket's. */
export const noteListInput = z.extend(pageInput, { id: recordId });
export type NoteListInput = z.infer<typeof noteListInput>;

/** `POST tickets/{id}/notes`. */
export const newNote = z.object({ id: recordId, content, idempotencyKey });
export type NewNote = z.infer<typeof newNote>;

/** `noteId` is the note's own number. */
export const noteEdit = z.object({ noteId: recordId, content });
export type NoteEdit = z.infer<typeof noteEdit>;
export const noteInput = z.object({ noteId: recordId });
export type NoteInput = z.infer<typeof noteInput>;

/** A reply of the team that was written before. */
export const savedReply = z.object({
  id: z.int(),
  title: z.string(),
  text: z.string(),
  /** Shared with everybody who has the permission `tickets`; otherwise one's own alone. */
  isShared: z.boolean(),
  /** Rises with each change. */
  revision: z.int(),
  updatedAt: time,
  /** When whoever asks has used it last; null where they never did. */
  lastUsedAt: z.nullable(time),
});
export type SavedReply = z.infer<typeof savedReply>;
/** What was used last comes first, what never was by its title. */
export const savedReplyList = z.array(savedReply);

export const savedReplyDraft = z.object({
  /** Null for a new one. */
  id: z.nullable(recordId),
  /** Of what was changed; 0 for a new one. */
  revision: z.int().check(z.minimum(0)),
  title: words(REPLY_TITLE_MAX),
  text: text(REPLY_TEXT_MAX).check(z.refine(isSeen, "must not be empty")),
  isShared: z.boolean(),
  idempotencyKey,
});
export type SavedReplyDraft = z.infer<typeof savedReplyDraft>;

export const savedReplyInput = z.object({ id: recordId });
export type SavedReplyInput = z.infer<typeof savedReplyInput>;

/** `id` is the ticket's. Notes are for the team; without `withNotes` there are none. */
export const transcriptInput = z.object({ id: recordId, withNotes: z.optional(z.boolean()) });
export type TranscriptInput = z.infer<typeof transcriptInput>;

/** One line of a transcript: what was said, what happened, or what the team noted. */
export const transcriptLine = z.object({
  kind: z.enum(["message", "event", "note"]),
  at: time,
  /** Who wrote or did it. */
  name: z.string(),
  /** What was written, as it was typed; of what happened, a few words after the name. */
  text: z.string(),
  isEdited: z.boolean(),
  /** Whether its author has removed it: the text is empty then. */
  isRemoved: z.boolean(),
  /** Pictures and files by their names, or by their addresses elsewhere. */
  files: z.array(z.string()),
});
export type TranscriptLine = z.infer<typeof transcriptLine>;

/** A ticket with everything that was said on it. */
export const transcript = z.object({
  id: z.int(),
  community: z.string(),
  subject: z.string(),
  status: z.string(),
  /** What it is about, each with what that is called. */
  facts: z.array(z.object({ term: z.string(), value: z.string() })),
  description: z.string(),
  /** Pictures and files that came with the description, by their names. */
  files: z.array(z.string()),
  openedAt: time,
  /** Those who are on it, its creator first. */
  people: z.array(z.string()),
  /** When this was written. */
  madeAt: time,
  /** In which the times are shown, such as "Europe/Berlin". */
  timeZone: z.string(),
  hasNotes: z.boolean(),
  /** Oldest first; all of them. */
  lines: z.array(transcriptLine),
});
export type Transcript = z.infer<typeof transcript>;

/** How long something took, over some tickets: none of them where there were none. */
const duration = z.object({
  /** Of how many tickets it is known. */
  tickets: z.int(),
  /** In milliseconds; null of no tickets. Half of them took no longer, and nine of ten. */
  medianMs: z.nullable(z.int()),
  ninetiethMs: z.nullable(z.int()),
});
export type Duration = z.infer<typeof duration>;

const figure = z.object({
  /** Tickets that were opened in the time, and that were closed last in it. */
  opened: z.int(),
  closed: z.int(),
  /** From the opening to the first answer, of tickets that got it in the time. */
  answer: duration,
  /** From the opening to the solution, of tickets that were closed in the time and not called unsolved. */
  solution: duration,
  /** What players said at closing: how many that it was solved, and how many that it was not. */
  solved: z.int(),
  unsolved: z.int(),
});
export type Figure = z.infer<typeof figure>;

export const figuresInput = z.object({
  weeks: z.literal(FIGURE_WEEKS),
  category: z.optional(line(LENGTHS.ticketOption)),
  /** The id of whoever of the team is asked about. */
  helper: z.optional(userId),
});
export type FiguresInput = z.infer<typeof figuresInput>;

const day = z.iso.date();

export const figures = z.object({
  total: figure,
  /** Each week of the time, the oldest first, by its Monday; the last one goes on. */
  weeks: z.array(z.object({ week: day, figure })),
  /** By whom of the team, the most answers first; null for what nobody takes care of. */
  helpers: z.array(z.object({ helper: z.nullable(person), isInTeam: z.boolean(), figure })),
  /** By category, the most tickets first. */
  categories: z.array(z.object({ category: z.string(), figure })),
  /** The newest words that players left at closing. */
  words: z.array(
    z.object({ ticketId: z.int(), at: z.iso.datetime(), isSolved: z.boolean(), word: z.string() }),
  ),
});
export type Figures = z.infer<typeof figures>;
