import { z } from "zod/mini";
import { recordId } from "./lists.ts";

const time = z.iso.datetime();

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
