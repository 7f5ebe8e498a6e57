import { z } from "zod";
import { memberProcedure, permissionProcedure, router } from "#server/procedures/init.ts";
import {
  figures,
  figuresInput,
  helpers,
  helpersInput,
  label,
  labelEdit,
  labelInput,
  labelUse,
  newLabel,
  newNote,
  noteEdit,
  noteInput,
  noteListInput,
  notePage,
  queueChange,
  queueChanged,
  queueCounts,
  queueInput,
  queuePage,
  requesterTicket,
  savedReply,
  savedReplyDraft,
  savedReplyInput,
  savedReplyList,
  ticketFacts,
  ticketLook,
  ticketNote,
  transcript,
  transcriptInput,
} from "#shared/schemas/desk.ts";
import {
  mergeCandidates,
  mergeCandidatesInput,
  ticketInput,
  ticketMerge,
} from "#shared/schemas/tickets.ts";
import { changeQueue, listHelpers } from "./change.ts";
import { changeLabel, countLabelUse, listLabels, makeLabel, removeLabel } from "./index.ts";
import { countQueue, listQueue, listRequesterTickets } from "./list.ts";
import { listCandidates, mergeTicket } from "./merge.ts";
import { addNote, editNote, listNotes, removeNote } from "./notes.ts";
import { readFigures } from "./read-figures.ts";
import { listReplies, noteReplyUse, removeReply, saveReply } from "./replies.ts";
import { lookAtTicket, readFacts } from "./show.ts";
import { readTranscript } from "./transcripts.ts";

/** Notes of the team on tickets. To whoever may not see a ticket they do not exist either. */
export const notesRouter = router({
  list: memberProcedure
    .input(noteListInput)
    .output(notePage)
    .query(({ ctx, input }) => listNotes(ctx, input)),
  add: memberProcedure
    .input(newNote)
    .output(ticketNote)
    .mutation(({ ctx, input }) => addNote(ctx, input)),
  edit: permissionProcedure("tickets")
    .input(noteEdit)
    .output(ticketNote)
    .mutation(({ ctx, input }) => editNote(ctx, input)),
  remove: permissionProcedure("tickets")
    .input(noteInput)
    .output(z.string())
    .mutation(({ ctx, input }) => removeNote(ctx, input)),
});

/** Replies that the team has written before. */
export const savedRepliesRouter = router({
  list: permissionProcedure("tickets")
    .output(savedReplyList)
    .query(({ ctx }) => listReplies(ctx)),
  save: permissionProcedure("tickets")
    .input(savedReplyDraft)
    .output(savedReply)
    .mutation(({ ctx, input }) => saveReply(ctx, input)),
  remove: permissionProcedure("tickets")
    .input(savedReplyInput)
    .output(z.string())
    .mutation(({ ctx, input }) => removeReply(ctx, input)),
  noteUse: permissionProcedure("tickets")
    .input(savedReplyInput)
    .output(z.void())
    .mutation(({ ctx, input }) => noteReplyUse(ctx, input)),
});

/** Tickets to print, or to keep. */
export const transcriptsRouter = router({
  read: memberProcedure
    .input(transcriptInput)
    .output(transcript)
    .query(({ ctx, input }) => readTranscript(ctx, input)),
});

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

/** How the team works on tickets: for those alone who have the permission `tickets`. */
export const figuresRouter = router({
  read: permissionProcedure("tickets")
    .input(figuresInput)
    .output(figures)
    .query(({ ctx, input }) => readFigures(ctx, input)),
});

const helperProcedure = permissionProcedure("tickets");

/** The team's queue of tickets: for those alone who have the permission `tickets`. */
export const queueRouter = router({
  list: helperProcedure
    .input(queueInput)
    .output(queuePage)
    .query(({ ctx, input }) => listQueue(ctx, input)),
  counts: helperProcedure.output(queueCounts).query(({ ctx }) => countQueue(ctx)),
  facts: helperProcedure
    .input(ticketInput)
    .output(ticketFacts)
    .query(({ ctx, input }) => readFacts(ctx, input)),
  change: helperProcedure
    .input(queueChange)
    .output(queueChanged)
    .mutation(({ ctx, input }) => changeQueue(ctx, input)),
  requesterTickets: helperProcedure
    .input(ticketInput)
    .output(z.array(requesterTicket))
    .query(({ ctx, input }) => listRequesterTickets(ctx, input)),
  look: helperProcedure
    .input(ticketLook)
    .output(z.void())
    .mutation(({ ctx, input }) => lookAtTicket(ctx, input)),
  helpers: helperProcedure
    .input(helpersInput)
    .output(helpers)
    .query(({ ctx, input }) => listHelpers(ctx, input)),
  labels: helperProcedure.output(z.array(label)).query(({ ctx }) => listLabels(ctx)),
  labelUse: helperProcedure
    .input(labelInput)
    .output(labelUse)
    .query(({ ctx, input }) => countLabelUse(ctx, input)),
  makeLabel: helperProcedure
    .input(newLabel)
    .output(label)
    .mutation(({ ctx, input }) => makeLabel(ctx, input)),
  changeLabel: helperProcedure
    .input(labelEdit)
    .output(label)
    .mutation(({ ctx, input }) => changeLabel(ctx, input)),
  removeLabel: helperProcedure
    .input(labelInput)
    .output(z.void())
    .mutation(({ ctx, input }) => removeLabel(ctx, input)),
});
