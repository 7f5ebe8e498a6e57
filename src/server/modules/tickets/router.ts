import { z } from "zod";
import { memberProcedure, permissionProcedure, router } from "#server/procedures/init.ts";
import {
  admittedUpload,
  attachment,
  attachmentAdmission,
  attachmentDescription,
  attachmentInput,
  attachmentList,
  newAttachmentAdmission,
  ticketAttachmentsInput,
} from "#shared/schemas/attachments.ts";
import {
  message,
  messageEdit,
  messageInput,
  messagePage,
  newMessage,
  newTicket,
  seenBy,
  seenInput,
  solvedAnswer,
  threadInput,
  threadOfTicket,
  threadPeople,
  ticket,
  ticketAssignment,
  ticketClosing,
  ticketCounts,
  ticketEdit,
  ticketEntry,
  ticketInput,
  ticketListInput,
  ticketOptions,
  ticketPage,
  usualAnswer,
} from "#shared/schemas/tickets.ts";
import {
  admitNewUpload,
  admitUpload,
  describeAttachment,
  discardAttachment,
  listTicketAttachments,
  readAttachment,
} from "./attachments.ts";
import { countTickets, listTickets } from "./list.ts";
import { readHistory, readTicket } from "./load.ts";
import { listMentionable } from "./mention.ts";
import { editMessage, listMessages, removeMessage, sendMessage } from "./messages.ts";
import { closeTicket, restoreTicket, saySolved } from "./move.ts";
import { readOptions, readUsualAnswer } from "./options.ts";
import { assignUser } from "./people.ts";
import { listSeen, markSeen, noteTyping } from "./seen.ts";
import { createTicket, editTicket } from "./write.ts";

/** Pictures and text files of tickets and messages. */
export const attachmentsRouter = router({
  /** Whether a file may be uploaded onto a ticket; the file itself is the body of a REST call. */
  admit: memberProcedure
    .input(attachmentAdmission)
    .output(admittedUpload)
    .mutation(({ ctx, input }) => admitUpload(ctx, input)),
  admitNew: memberProcedure
    .input(newAttachmentAdmission)
    .output(admittedUpload)
    .mutation(({ ctx, input }) => admitNewUpload(ctx, input)),
  ofTicket: memberProcedure
    .input(ticketAttachmentsInput)
    .output(attachmentList)
    .query(({ ctx, input }) => listTicketAttachments(ctx, input)),
  byId: memberProcedure
    .input(attachmentInput)
    .output(attachment)
    .query(({ ctx, input }) => readAttachment(ctx, input)),
  describe: memberProcedure
    .input(attachmentDescription)
    .output(attachment)
    .mutation(({ ctx, input }) => describeAttachment(ctx, input)),
  discard: memberProcedure
    .input(attachmentInput)
    .output(z.void())
    .mutation(({ ctx, input }) => discardAttachment(ctx, input)),
});

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

/** Tickets: who is on one, or is an Admin, may see it; for anyone else it does not exist. */
export const ticketsRouter = router({
  list: memberProcedure
    .input(ticketListInput)
    .output(ticketPage)
    .query(({ ctx, input }) => listTickets(ctx, input)),
  counts: memberProcedure.output(ticketCounts).query(({ ctx }) => countTickets(ctx)),
  byId: memberProcedure
    .input(ticketInput)
    .output(ticket)
    .query(({ ctx, input }) => readTicket(ctx, input)),
  history: memberProcedure
    .input(ticketInput)
    .output(z.array(ticketEntry))
    .query(({ ctx, input }) => readHistory(ctx, input)),
  usualAnswer: memberProcedure.output(usualAnswer).query(({ ctx }) => readUsualAnswer(ctx)),
  options: memberProcedure.output(ticketOptions).query(({ ctx }) => readOptions(ctx)),
  create: memberProcedure
    .input(newTicket)
    .output(ticket)
    .mutation(({ ctx, input }) => createTicket(ctx, input)),
  edit: memberProcedure
    .input(ticketEdit)
    .output(ticket)
    .mutation(({ ctx, input }) => editTicket(ctx, input)),
  close: memberProcedure
    .input(ticketClosing)
    .output(ticket)
    .mutation(({ ctx, input }) => closeTicket(ctx, input)),
  saySolved: memberProcedure
    .input(solvedAnswer)
    .output(ticket)
    .mutation(({ ctx, input }) => saySolved(ctx, input)),
  restore: memberProcedure
    .input(ticketInput)
    .output(ticket)
    .mutation(({ ctx, input }) => restoreTicket(ctx, input)),
  assign: permissionProcedure("tickets")
    .input(ticketAssignment)
    .output(ticket)
    .mutation(({ ctx, input }) => assignUser(ctx, input)),
});
