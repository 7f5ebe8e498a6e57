import { z } from "zod/mini";
import { LENGTHS } from "#shared/constants/accounts.ts";
import {
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
import { pageOf, recordId, searchInput, userId } from "./lists.ts";
import { person } from "./members.ts";
import { line } from "./text.ts";

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
