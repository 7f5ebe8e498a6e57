import { z } from "zod/mini";
import { ROLES } from "#shared/constants/accounts.ts";
import { NOTE_MAX } from "#shared/constants/notes.ts";
import { isSeen } from "#shared/rules/lines.ts";
import { idempotencyKey, pageInput, pageOf, recordId } from "./lists.ts";
import { person } from "./members.ts";
import { text } from "./text.ts";

const time = z.iso.datetime();
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
