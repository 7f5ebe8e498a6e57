import { timingSafeEqual } from "node:crypto";
import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import { fingerprintOf } from "#server/auth/secrets.ts";
import type { CtxReader } from "#server/context/context.ts";
import type { Services } from "#server/context/services.ts";
import { AppError } from "#server/core/errors.ts";
import type { Tables } from "#server/store/store.ts";
import { ATTACHMENT_ADDRESS_MS } from "#shared/constants/uploads.ts";
import type { Attachment } from "#shared/schemas/attachments.ts";
import { ATTACHMENTS } from "#shared/upload-messages.ts";

type Signing = Pick<Services, "auth" | "clock">;

/** A file as it is, and the same for small places. */
export type AttachmentSize = "full" | "small";

const ADDRESS = /^\/api\/tickets\/attachments\/([\da-f]{32})\/(full|small)$/;

const signatureOf = ({ auth }: Signing, id: string, expires: number): string =>
  fingerprintOf(auth.keyFor("attachment addresses"), `${id} ${expires}`);

/**
 * Where an attachment is served for a while: a path of this site. For a quarter of an hour it stays the
 * same, so that a browser asks once.
 */
export const attachmentAddress = (signing: Signing, id: string, size: AttachmentSize): string => {
  const windows = Math.floor(signing.clock.now().getTime() / ATTACHMENT_ADDRESS_MS) + 2;
  const expires = (windows * ATTACHMENT_ADDRESS_MS) / 1000;
  const query = `expires=${expires}&signature=${signatureOf(signing, id, expires)}`;
  return `/api/tickets/attachments/${id}/${size}?${query}`;
};

const isSame = (one: string, other: string): boolean => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
};

export type SignedAddress = {
  id: string;
  size: AttachmentSize;
  /** For how long it is still good. */
  leftMs: number;
};

/**
 * Reads an address that `attachmentAddress` has made.
 * @returns `expired` for one that was good, null for one that never was.
 */
export const readAttachmentAddress = (
  signing: Signing,
  path: string,
  query: URLSearchParams,
): SignedAddress | "expired" | null => {
  const [, id, size] = ADDRESS.exec(path) ?? [];
  const [expires, signature] = [query.get("expires") ?? "", query.get("signature") ?? ""];
  if (id === undefined || !/^\d{1,12}$/.test(expires)) return null;
  if (!isSame(signature, signatureOf(signing, id, Number(expires)))) return null;
  const leftMs = Number(expires) * 1000 - signing.clock.now().getTime();
  return leftMs <= 0 ? "expired" : { id, size: size === "small" ? "small" : "full", leftMs };
};

export type AttachmentRow = Tables["attachments"]["$inferSelect"];
type Kept = Pick<AttachmentRow, "key" | "kind">;

/** What the file of an attachment is called where it is kept. */
export const fileOf = ({ key, kind }: Kept): string =>
  kind === "picture" ? `${key}.webp` : `${key}.txt`;

/** Likewise of the picture for small places. */
export const smallFileOf = ({ key }: Pick<Kept, "key">): string => `${key}.small.webp`;

const FILE = /^([\da-f]{32})(?:\.small)?\.(?:webp|txt)$/;

/** The key in the name of a file that was kept here; null for a file of others. */
export const keyInFile = (name: string): string | null => FILE.exec(name)?.[1] ?? null;

/** 128 random bits in hexadecimal. */
export const randomKey = (): string =>
  Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("hex");

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
