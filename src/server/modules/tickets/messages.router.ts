import { z } from "zod";
import { memberProcedure, router } from "#server/procedures/init.ts";
import {
  messageEdit,
  messageInput,
  seenBy,
  seenInput,
  threadOfTicket,
  threadPeople,
} from "#shared/schemas/thread.ts";
import { message, messagePage, newMessage, threadInput } from "#shared/schemas/tickets.ts";
import { editMessage, removeMessage } from "./change-message.ts";
import { listMessages } from "./list-messages.ts";
import { listMentionable } from "./mention.ts";
import { listSeen, markSeen } from "./seen.ts";
import { sendMessage } from "./send-message.ts";
import { noteTyping } from "./typing.ts";

/** What is said on a ticket. */
export const messagesRouter = router({
  list: memberProcedure
    .input(threadInput)
    .output(messagePage)
    .query(({ ctx, input }) => listMessages(ctx, input)),
  send: memberProcedure
    .input(newMessage)
    .output(message)
    .mutation(({ ctx, input }) => sendMessage(ctx, input)),
  edit: memberProcedure
    .input(messageEdit)
    .output(message)
    .mutation(({ ctx, input }) => editMessage(ctx, input)),
  remove: memberProcedure
    .input(messageInput)
    .output(message)
    .mutation(({ ctx, input }) => removeMessage(ctx, input)),
  mentionable: memberProcedure
    .input(threadOfTicket)
    .output(threadPeople)
    .query(({ ctx, input }) => listMentionable(ctx, input)),
  markSeen: memberProcedure
    .input(seenInput)
    .output(z.void())
    .mutation(({ ctx, input }) => markSeen(ctx, input)),
  seenBy: memberProcedure
    .input(threadOfTicket)
    .output(seenBy)
    .query(({ ctx, input }) => listSeen(ctx, input)),
  typing: memberProcedure
    .input(threadOfTicket)
    .output(z.void())
    .mutation(({ ctx, input }) => noteTyping(ctx, input)),
});
