import { z } from "zod";
import { permissionProcedure, router } from "#server/procedures/init.ts";
import {
  savedReply,
  savedReplyDraft,
  savedReplyInput,
  savedReplyList,
} from "#shared/schemas/desk.ts";
import { listReplies, noteReplyUse, removeReply, saveReply } from "./index.ts";

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
