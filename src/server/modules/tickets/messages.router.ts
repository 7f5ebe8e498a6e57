import { z } from "zod";
import { memberProcedure, router } from "#server/procedures/init.ts";
import {
  message,
  messageEdit,
  messageInput,
  messagePage,
  newMessage,
  seenBy,
  seenInput,
  threadInput,
  threadOfTicket,
  threadPeople,
} from "#shared/schemas/tickets.ts";
import { listMentionable } from "./mention.ts";
import { editMessage, listMessages, removeMessage, sendMessage } from "./messages.ts";
import { listSeen, markSeen, noteTyping } from "./seen.ts";

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
