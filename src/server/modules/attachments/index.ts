import { and, asc, desc, eq, inArray, isNull, ne, notExists, or } from "drizzle-orm";
import type { CtxReader, MemberCtx, MemberTx, Tx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { EVIDENCE_CHOICE_MAX } from "#shared/constants/uploads.ts";
import type { Attachment } from "#shared/schemas/attachments.ts";
import { ATTACHMENTS } from "#shared/upload-messages.ts";
import { attachmentsOfTicket, findAttachment, toAttachment } from "./files.ts";
import { GONE } from "./forget.ts";

export {
  attachmentAddress,
  attachmentsOfMessages,
  attachmentsOfTicket,
  fileOf,
  findAttachment,
  findServed,
  keepUpload,
  readAttachmentAddress,
  smallFileOf,
} from "./files.ts";
export {
  forgetAttachments,
  forgetUnsent,
  moveAttachments,
  moveUnsent,
  type PlaceState,
  readPlaceState,
  recentPartings,
  removeAttachments,
  sweepFiles,
} from "./forget.ts";

/** Sends an upload of the actor's own as evidence alone. @returns false for any other. */
const sendOwn = async (tx: MemberTx, id: string): Promise<boolean> => {
  const { attachments: t } = tx.tables;
  const isOwn = and(eq(t.id, id), eq(t.uploaderId, tx.actor.userId), isNull(t.ticketId));
  const sent = await tx
    .update(t)
    .set({ state: "sent" })
    .where(and(isOwn, eq(t.state, "ready")))
    .returning({ id: t.id });
  return sent.length > 0;
};

const isOnTicket = async (tx: MemberTx, id: string, ticketId: number): Promise<boolean> => {
  const { attachments: t, messages } = tx.tables;
  const [found] = await tx
    .select({ ticketId: t.ticketId, movedTo: messages.ticketId })
    .from(t)
    .leftJoin(messages, eq(messages.id, t.messageId))
    .where(and(eq(t.id, id), eq(t.state, "sent")));
  // That of its message, wherever that has gone.
  return (found?.movedTo ?? found?.ticketId) === ticketId;
};

/**
 * Keeps attachments as evidence of a strike, in the caller's transaction.
 * @param to.ticketId the ticket that the strike comes from, which the actor sees; null for none.
 * @throws {AppError} `bad_request` unless each is an upload of the actor's own that was not sent yet, or was
 *   sent on that ticket.
 */
export const keepEvidence = async (
  tx: MemberTx,
  ids: readonly string[],
  { strikeId, ticketId }: { strikeId: number; ticketId: number | null },
): Promise<void> => {
  const { strikeAttachments } = tx.tables;
  for (const [position, attachmentId] of [...new Set(ids)].entries()) {
    const isKept =
      (await sendOwn(tx, attachmentId)) ||
      (ticketId !== null && (await isOnTicket(tx, attachmentId, ticketId)));
    if (!isKept) throw new AppError("bad_request", ATTACHMENTS.notToSend);
    await tx.insert(strikeAttachments).values({ strikeId, attachmentId, position });
  }
};

/** What proves some strikes, by strike, each in its order: one query. */
export const evidenceOfStrikes = async (
  reader: CtxReader,
  strikeIds: readonly number[],
): Promise<ReadonlyMap<number, Attachment[]>> => {
  const { attachments: t, strikeAttachments: s } = reader.tables;
  if (strikeIds.length === 0) return new Map();
  const rows = await reader
    .select({ strikeId: s.strikeId, row: t })
    .from(s)
    .innerJoin(t, eq(t.id, s.attachmentId))
    .where(inArray(s.strikeId, [...strikeIds]))
    .orderBy(asc(s.strikeId), asc(s.position));
  const shown = rows.filter(({ row }) => row.state === "sent");
  return new Map(
    [...Map.groupBy(shown, ({ strikeId }) => strikeId)].map(([strikeId, of]) => [
      strikeId,
      of.map(({ row }) => toAttachment(reader, row)),
    ]),
  );
};

/** The newest pictures that were sent on a ticket, the oldest of them first, to choose from. */
export const picturesOnTicket = async (
  reader: CtxReader,
  ticketId: number,
): Promise<Attachment[]> => {
  const { attachments: t, messages } = reader.tables;
  const isPicture = and(eq(t.kind, "picture"), eq(t.state, "sent"));
  const inMessages = await reader
    .select({ row: t })
    .from(messages)
    .innerJoin(t, eq(t.messageId, messages.id))
    .where(and(eq(messages.ticketId, ticketId), isPicture))
    .orderBy(desc(messages.id), desc(t.position))
    .limit(EVIDENCE_CHOICE_MAX);
  const withTicket = (await attachmentsOfTicket(reader, ticketId)).filter(
    ({ kind }) => kind === "picture",
  );
  const said = inMessages.toReversed().map(({ row }) => toAttachment(reader, row));
  return [...withTicket, ...said].slice(-EVIDENCE_CHOICE_MAX);
};

/** Forgets, in the caller's transaction, what proves some strikes: what was uploaded for them alone is removed. */
export const forgetEvidence = async (tx: Tx, strikeIds: readonly number[]): Promise<void> => {
  const { attachments: t, strikeAttachments: s } = tx.tables;
  if (strikeIds.length === 0) return;
  const gone = await tx
    .delete(s)
    .where(inArray(s.strikeId, [...strikeIds]))
    .returning({ attachmentId: s.attachmentId });
  if (gone.length === 0) return;
  const ids = gone.map(({ attachmentId }) => attachmentId);
  const another = tx.select({ id: s.strikeId }).from(s).where(eq(s.attachmentId, t.id));
  await tx
    .update(t)
    .set(GONE)
    .where(and(inArray(t.id, ids), isNull(t.ticketId), ne(t.state, "removed"), notExists(another)));
};

/** Whether an attachment proves a strike. */
export const provesStrike = async (reader: CtxReader, id: string): Promise<boolean> => {
  const { strikeAttachments: s } = reader.tables;
  const [found] = await reader
    .select({ strikeId: s.strikeId })
    .from(s)
    .where(eq(s.attachmentId, id))
    .limit(1);
  return found !== undefined;
};

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
