import { timingSafeEqual } from "node:crypto";
import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import { fingerprintOf } from "#server/auth/secrets.ts";
import type { CtxReader, MemberCtx, MemberTx } from "#server/context/context.ts";
import type { Services } from "#server/context/services.ts";
import { AppError } from "#server/core/errors.ts";
import { assertWorksOn } from "#server/modules/desk/index.ts";
import type { IncomingFile } from "#server/providers/ports/files.ts";
import { once } from "#server/store/idempotency.ts";
import type { Tables } from "#server/store/store.ts";
import { ATTACHMENT_ADDRESS_MS } from "#shared/constants/uploads.ts";
import type { AdmittedUpload, Attachment } from "#shared/schemas/attachments.ts";
import { ATTACHMENTS, PICTURE_REFUSALS } from "#shared/upload-messages.ts";

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

type AttachmentRow = Tables["attachments"]["$inferSelect"];
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

/** What is kept of a file: under which names, and what the row says of it. */
type Made = {
  files: readonly { name: string; bytes: Uint8Array }[];
  row: Pick<AttachmentRow, "sizeBytes" | "width" | "height" | "hasSmall">;
};

/** Whoever is not on a ticket sees it as one of the team, if they still are. */
const assertOnTicket = async (tx: MemberTx, ticketId: number): Promise<void> => {
  const { ticketPeople: p, tickets: t } = tx.tables;
  const onIt = await tx
    .select({ userId: p.userId })
    .from(p)
    .where(and(eq(p.ticketId, ticketId), eq(p.userId, tx.actor.userId)));
  if (onIt.length > 0) return;
  const [ticket] = await tx.select({ category: t.category }).from(t).where(eq(t.id, ticketId));
  if (ticket === undefined) throw new AppError("not_found", ATTACHMENTS.unknown);
  await assertWorksOn(tx, ticket);
};

/**
 * Writes the row of an upload before anything is kept: whatever ends this program, a file has a row by
 * which it is found again.
 * @returns the row; of an upload that is tried once more, the one of the first time.
 */
const begin = (ctx: MemberCtx, admitted: AdmittedUpload, sizeBytes: number) =>
  ctx.write(async (tx) => {
    const { attachments: t } = tx.tables;
    const { ticketId, kind, name, alt, idempotencyKey } = admitted;
    const { userId } = tx.actor;
    if (ticketId !== null) await assertOnTicket(tx, ticketId);
    const id = await once(
      tx,
      {
        actor: userId,
        key: idempotencyKey === null ? null : `attachment:${idempotencyKey}`,
        content: JSON.stringify({ ticketId, kind, name, sizeBytes }),
      },
      async () => {
        await tx.count("attachmentsByMember", userId);
        await tx.count("attachmentKilobytesByMember", userId, Math.ceil(sizeBytes / 1024));
        const created = randomKey();
        await tx.insert(t).values({
          id: created,
          uploaderId: userId,
          ticketId,
          messageId: null,
          position: 0,
          kind,
          state: "uploading",
          key: randomKey(),
          name,
          alt,
          sizeBytes: 0,
          width: null,
          height: null,
          hasSmall: false,
          createdAt: tx.clock.now(),
        });
        return created;
      },
    );
    const [row] = await tx.select().from(t).where(eq(t.id, id));
    if (row === undefined || row.state === "removed")
      throw new AppError("conflict", ATTACHMENTS.retryLater);
    return row;
  });

/** Programs write these into logs: tabs, line ends, and what colours a terminal. */
const ESCAPE = "\u001b";
const isControl = (text: string) => /(?![\t\n\v\f\r])\p{Cc}/u.test(text.replaceAll(ESCAPE, ""));

const textIn = (bytes: Uint8Array): boolean => {
  try {
    return !isControl(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return false;
  }
};

const refused = (sentence: string) => new AppError("bad_request", sentence);

const makeText = async (row: AttachmentRow, file: IncomingFile): Promise<Made> => {
  const bytes = await file.read();
  if (!textIn(bytes)) throw refused(ATTACHMENTS.noText);
  return {
    files: [{ name: fileOf(row), bytes }],
    row: { sizeBytes: bytes.length, width: null, height: null, hasSmall: false },
  };
};

const makePicture = async (
  { attachments }: MemberCtx,
  row: AttachmentRow,
  file: IncomingFile,
): Promise<Made> => {
  const made = await attachments.makePicture(file);
  if (made === "busy") throw new AppError("unavailable", ATTACHMENTS.busy);
  if (typeof made === "string") throw refused(PICTURE_REFUSALS[made]);
  const { bytes, small, width, height } = made;
  return {
    files: [
      ...(small === null ? [] : [{ name: smallFileOf(row), bytes: small }]),
      { name: fileOf(row), bytes },
    ],
    row: { sizeBytes: bytes.length, width, height, hasSmall: small !== null },
  };
};

/** An upload of which nothing comes: its row goes at once, since it has no file. */
const giveUp = (ctx: MemberCtx, { id }: AttachmentRow): Promise<void> =>
  ctx.write(async (tx) => {
    const { attachments: t } = tx.tables;
    await tx.delete(t).where(and(eq(t.id, id), eq(t.state, "uploading")));
  });

/**
 * Makes an attachment of a file that has arrived: a picture of the site's own, or a text file as it is. The
 * row is there before the file, and says that it is ready once the file is kept; an upload that is broken
 * off in between is tried again under its key, or removed by the job.
 * @throws {AppError} `bad_request` for what is no such file, `too_many_requests` beyond the limits of a
 *   day, `unavailable` while too many wait, `conflict` where the key was used for another file.
 */
export const keepUpload = async (
  ctx: MemberCtx,
  admitted: AdmittedUpload,
  file: IncomingFile,
): Promise<Attachment> => {
  if (file.sizeBytes === 0) throw refused(ATTACHMENTS.empty);
  const row = await begin(ctx, admitted, file.sizeBytes);
  if (row.state === "uploading") {
    const made = await (
      row.kind === "text" ? makeText(row, file) : makePicture(ctx, row, file)
    ).catch(async (error: unknown) => {
      if (error instanceof AppError && error.code === "bad_request") await giveUp(ctx, row);
      throw error;
    });
    for (const { name, bytes } of made.files) await ctx.attachments.place.put(name, bytes);
    await ctx.write(async (tx) => {
      const { attachments: t } = tx.tables;
      await tx
        .update(t)
        .set({ ...made.row, state: "ready" })
        .where(and(eq(t.id, row.id), eq(t.state, "uploading")));
    });
  }
  return (await findAttachment(ctx.read, row.id)).attachment;
};
