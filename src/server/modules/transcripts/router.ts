import { memberProcedure, router } from "#server/procedures/init.ts";
import { transcript, transcriptInput } from "#shared/schemas/desk.ts";
import { readTranscript } from "./read.ts";

/** Tickets to print, or to keep. */
export const transcriptsRouter = router({
  read: memberProcedure
    .input(transcriptInput)
    .output(transcript)
    .query(({ ctx, input }) => readTranscript(ctx, input)),
});
