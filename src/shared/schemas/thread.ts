import { z } from "zod/mini";
import { LENGTHS } from "#shared/constants/accounts.ts";
import { MENTIONS_MAX, SOLVED_WORD_MAX, THREAD_PEOPLE_MAX } from "#shared/constants/thread.ts";
import { isSeen } from "#shared/rules/lines.ts";
import { recordId, userId } from "./lists.ts";
import { line, text } from "./text.ts";

const time = z.iso.datetime();

/** What is said in a message; beside attachments it may be nothing. */
export const messageText = text(LENGTHS.message);
const messageContent = messageText.check(z.refine<string>(isSeen, "must not be empty"));

/** The ids of those who are mentioned; their names stand in the text behind an `@`. */
export const mentionIds = z.nullish(z.array(userId).check(z.maxLength(MENTIONS_MAX)));

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
