import { and, eq, isNull, or } from "drizzle-orm";
import type { MemberTx, MemberCtx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { ATTACHMENTS } from "#shared/attachment-messages.ts";
import type { Attachment } from "#shared/schemas/attachments.ts";
import { findAttachment } from "./shape.ts";

export { attachmentAddress, readAttachmentAddress } from "./addresses.ts";
export {
  evidenceOfStrikes,
  forgetEvidence,
  keepEvidence,
  picturesOnTicket,
  provesStrike,
} from "./evidence.ts";
export {
  forgetAttachments,
  forgetUnsent,
  moveAttachments,
  moveUnsent,
  removeAttachments,
} from "./forget.ts";
export {
  fileOf,
  smallFileOf,
  attachmentsOfMessages,
  attachmentsOfTicket,
  findAttachment,
  findServed,
} from "./shape.ts";
export { readPlaceState, type PlaceState, recentPartings, sweepFiles } from "./sweep.ts";
export { keepUpload } from "./upload.ts";

/**
 * Sends attachments along with a message, or with a ticket itself, in the caller's transaction.
 * @param to.messageId null for those of the ticket.
 * @throws {AppError} `bad_request` unless all of them are the actor's own, ready, not sent yet, and were
 *   uploaded for this ticket or for one that was not there yet.
 */
export const sendAttachments = async (
  tx: MemberTx,
  ids: readonly string[],
  to: { ticketId: number; messageId: number | null },
): Promise<void> => {
  const { attachments: t } = tx.tables;
  for (const [position, id] of [...new Set(ids)].entries()) {
    const sent = await tx
      .update(t)
      .set({ ...to, state: "sent", position })
      .where(
        and(
          eq(t.id, id),
          eq(t.uploaderId, tx.actor.userId),
          eq(t.state, "ready"),
          or(isNull(t.ticketId), eq(t.ticketId, to.ticketId)),
        ),
      )
      .returning({ id: t.id });
    if (sent.length === 0) throw new AppError("bad_request", ATTACHMENTS.notToSend);
  }
};

const unknown = () => new AppError("not_found", ATTACHMENTS.unknown);

/**
 * Says what a picture of one's own shows, in words, before it is sent.
 * @throws {AppError} `not_found` for any other, `too_many_requests`.
 */
export const describeAttachment = async (
  ctx: MemberCtx,
  { id, alt }: { id: string; alt: string },
): Promise<Attachment> => {
  await ctx.write(async (tx) => {
    const { attachments: t } = tx.tables;
    const isOwn = and(eq(t.id, id), eq(t.uploaderId, tx.actor.userId), eq(t.state, "ready"));
    const changed = await tx.update(t).set({ alt }).where(isOwn).returning({ id: t.id });
    if (changed.length === 0) throw unknown();
    await tx.count("messageChangesByMember", tx.actor.userId);
  });
  return (await findAttachment(ctx.read, id)).attachment;
};

/**
 * Takes back an upload of one's own that was not sent; its file goes with the next run of the job.
 * @throws {AppError} `not_found` for any other.
 */
export const discardAttachment = (ctx: MemberCtx, { id }: { id: string }): Promise<void> =>
  ctx.write(async (tx) => {
    const { attachments: t } = tx.tables;
    const isOwn = and(eq(t.id, id), eq(t.uploaderId, tx.actor.userId), eq(t.state, "ready"));
    const removed = await tx
      .update(t)
      .set({ state: "removed", name: "", alt: "" })
      .where(isOwn)
      .returning({ id: t.id });
    if (removed.length === 0) throw unknown();
  });
