import { z } from "zod";
import { permissionProcedure, router } from "#server/procedures/init.ts";
import {
  savedReply,
  savedReplyDraft,
  savedReplyInput,
  savedReplyList,
} from "#shared/schemas/saved-replies.ts";
import { listReplies } from "./load.ts";
import { noteReplyUse, removeReply, saveReply } from "./save.ts";

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
