import { z } from "zod";
import { memberProcedure, permissionProcedure, router } from "#server/procedures/init.ts";
import {
  newNote,
  noteEdit,
  noteInput,
  noteListInput,
  notePage,
  ticketNote,
} from "#shared/schemas/desk.ts";
import { addNote, editNote, listNotes, removeNote } from "./index.ts";

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
