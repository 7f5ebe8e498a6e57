import { z } from "zod";
import { memberProcedure, router } from "#server/procedures/init.ts";
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
  admitNewUpload,
  admitUpload,
  describeAttachment,
  discardAttachment,
  listTicketAttachments,
  readAttachment,
} from "./attachments.ts";

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
