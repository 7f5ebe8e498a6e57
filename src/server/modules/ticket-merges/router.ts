import { z } from "zod";
import { permissionProcedure, router } from "#server/procedures/init.ts";
import { mergeCandidates, mergeCandidatesInput, ticketMerge } from "#shared/schemas/tickets.ts";
import { listCandidates, mergeTicket } from "./merge.ts";

/** Merging two tickets of one person. */
export const ticketMergesRouter = router({
  candidates: permissionProcedure("tickets")
    .input(mergeCandidatesInput)
    .output(mergeCandidates)
    .query(({ ctx, input }) => listCandidates(ctx, input)),
  merge: permissionProcedure("tickets")
    .input(ticketMerge)
    .output(z.void())
    .mutation(({ ctx, input }) => mergeTicket(ctx, input)),
});
