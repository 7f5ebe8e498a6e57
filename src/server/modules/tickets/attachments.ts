import { may } from "#server/access/rights.ts";
import type { MemberCtx } from "#server/context/context.ts";
import { AppError, wrongInput } from "#server/core/errors.ts";
import {
  attachmentsOfTicket,
  findAttachment,
  provesStrike,
} from "#server/modules/attachments/index.ts";
import { isTextFileName, TEXT_FILE_MAX_BYTES } from "#shared/constants/uploads.ts";
import type {
  AdmittedUpload,
  Attachment,
  AttachmentAdmission,
  NewAttachmentAdmission,
} from "#shared/schemas/attachments.ts";
import { ATTACHMENTS } from "#shared/upload-messages.ts";
import { findTicket } from "./load.ts";

export { describeAttachment, discardAttachment } from "#server/modules/attachments/index.ts";

const MEGABYTE = 1024 * 1024;

/**
 * Says whether a file for a ticket that is not there yet may be uploaded, before anything of it is read.
 * @throws {AppError} `forbidden` where the community takes no files, `bad_request` for a name that no text
 *   file has.
 */
export const admitNewUpload = (
  ctx: MemberCtx,
  { kind, name, alt, idempotencyKey }: NewAttachmentAdmission,
): AdmittedUpload => {
  const { uploads, maxMegabytes } = ctx.config.community.pictures;
  if (!uploads) throw new AppError("forbidden", ATTACHMENTS.off);
  if (kind === "text" && !isTextFileName(name)) throw wrongInput(ATTACHMENTS.wrongEnding, ["name"]);
  return {
    ticketId: null,
    kind,
    name,
    alt,
    maxBytes: kind === "text" ? TEXT_FILE_MAX_BYTES : maxMegabytes * MEGABYTE,
    idempotencyKey: idempotencyKey ?? null,
  };
};

/**
 * The same of a file for a message on an open ticket that the actor may see.
 * @throws {AppError} likewise; `not_found` for whoever may not see the ticket, `conflict` for a closed one.
 */
export const admitUpload = async (
  ctx: MemberCtx,
  { id, ...said }: AttachmentAdmission,
): Promise<AdmittedUpload> => {
  const { status } = await findTicket(ctx.read, id);
  if (status !== "Open") throw new AppError("conflict", ATTACHMENTS.closed);
  return { ...admitNewUpload(ctx, said), ticketId: id };
};

/**
 * What was sent with a ticket itself, not with one of its messages.
 * @throws {AppError} `not_found` for whoever may not see the ticket.
 */
export const listTicketAttachments = async (
  ctx: MemberCtx,
  { id }: { id: number },
): Promise<Attachment[]> => {
  await findTicket(ctx.read, id);
  return attachmentsOfTicket(ctx.read, id);
};

/**
 * An attachment with addresses that are good from now on.
 * @throws {AppError} `not_found` for whoever may see neither its ticket nor a strike that it proves, and for
 *   one that somebody else has not sent yet.
 */
export const readAttachment = async (
  ctx: MemberCtx,
  { id }: { id: string },
): Promise<Attachment> => {
  const { read, actor } = ctx;
  const { attachment, uploaderId, isSent, sentOnTicket } = await findAttachment(read, id);
  if (isSent && may(actor, "strikes") && (await provesStrike(read, id))) return attachment;
  if (sentOnTicket === null) {
    if (isSent || uploaderId !== actor.userId) throw new AppError("not_found", ATTACHMENTS.unknown);
    return attachment;
  }
  await findTicket(ctx.read, sentOnTicket);
  return attachment;
};
