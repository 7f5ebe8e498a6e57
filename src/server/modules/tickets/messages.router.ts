import { memberProcedure, router } from "#server/procedures/init.ts";
import { message, messagePage, newMessage, threadInput } from "#shared/schemas/tickets.ts";
import { listMessages } from "./list-messages.ts";
import { sendMessage } from "./send-message.ts";

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
});
