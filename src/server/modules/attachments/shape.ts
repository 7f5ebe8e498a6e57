import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import type { CtxReader } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { ATTACHMENTS } from "#shared/attachment-messages.ts";
import type { Attachment } from "#shared/schemas/attachments.ts";
import { attachmentAddress } from "./addresses.ts";
import type { AttachmentRow } from "./names.ts";

/** An attachment as whoever may see it gets it, with addresses that are good from now on. */
export const toAttachment = (reader: CtxReader, row: AttachmentRow): Attachment => {
  const { id, kind, name, alt, sizeBytes, width, height, hasSmall } = row;
  const small = attachmentAddress(reader, id, hasSmall ? "small" : "full");
  return {
    id,
    kind,
    name,
    alt,
    sizeBytes,
    width,
    height,
    url: attachmentAddress(reader, id, "full"),
    smallUrl: kind === "picture" ? small : null,
  };
};

/** The attachments of these messages, by message, each in its order: one query. */
export const attachmentsOfMessages = async (
  reader: CtxReader,
  messageIds: readonly number[],
): Promise<ReadonlyMap<number, Attachment[]>> => {
  const { attachments: t } = reader.tables;
  const found = new Map<number, Attachment[]>();
  if (messageIds.length === 0) return found;
  const rows = await reader
    .select()
    .from(t)
    // Of a state SQLite would read all there are.
    .where(inArray(t.messageId, [...messageIds]))
    .orderBy(asc(t.messageId), asc(t.position));
  for (const row of rows) {
    if (row.messageId === null || row.state !== "sent") continue;
    const known = found.get(row.messageId) ?? [];
    known.push(toAttachment(reader, row));
    found.set(row.messageId, known);
  }
  return found;
};

/** The attachments that were sent with a ticket itself, in their order. */
export const attachmentsOfTicket = async (
  reader: CtxReader,
  ticketId: number,
): Promise<Attachment[]> => {
  const { attachments: t } = reader.tables;
  const rows = await reader
    .select()
    .from(t)
    .where(and(eq(t.ticketId, ticketId), isNull(t.messageId)))
    .orderBy(asc(t.position), asc(t.id));
  return rows.filter(({ state }) => state === "sent").map((row) => toAttachment(reader, row));
};

/**
 * Where an attachment was sent, and by whom it was uploaded; of one that is not sent yet, and of one that
 * proves a strike alone, the ticket is null.
 * The ticket is that of its message, wherever that has gone.
 * @throws {AppError} `not_found` for one that is not there, not kept yet, or removed.
 */
export const findAttachment = async (
  reader: CtxReader,
  id: string,
): Promise<{
  attachment: Attachment;
  uploaderId: string | null;
  isSent: boolean;
  sentOnTicket: number | null;
}> => {
  const { attachments: t, messages } = reader.tables;
  const [found] = await reader
    .select({ row: t, movedTo: messages.ticketId })
    .from(t)
    .leftJoin(messages, eq(messages.id, t.messageId))
    .where(and(eq(t.id, id), inArray(t.state, ["ready", "sent"])));
  if (found === undefined) throw new AppError("not_found", ATTACHMENTS.unknown);
  const { row, movedTo } = found;
  return {
    attachment: toAttachment(reader, row),
    uploaderId: row.uploaderId,
    isSent: row.state === "sent",
    sentOnTicket: row.state === "sent" ? (movedTo ?? row.ticketId) : null,
  };
};

/** What is served of an attachment; null where it is not there, not kept yet, or removed. */
export const findServed = async (reader: CtxReader, id: string): Promise<AttachmentRow | null> => {
  const { attachments: t } = reader.tables;
  const [row] = await reader
    .select()
    .from(t)
    .where(and(eq(t.id, id), inArray(t.state, ["ready", "sent"])));
  return row ?? null;
};
