import { and, eq } from "drizzle-orm";
import type { MemberCtx, MemberTx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { assertWorksOn } from "#server/modules/desk/index.ts";
import type { IncomingFile } from "#server/providers/attachments/port.ts";
import { once } from "#server/store/idempotency.ts";
import type { AdmittedUpload, Attachment } from "#shared/schemas/attachments.ts";
import { ATTACHMENTS, PICTURE_REFUSALS } from "#shared/upload-messages.ts";
import { type AttachmentRow, fileOf, findAttachment, randomKey, smallFileOf } from "./shape.ts";

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
