import { z } from "zod/mini";
import { recordId } from "./lists.ts";

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
