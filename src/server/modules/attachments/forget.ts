import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { and, asc, eq, exists, gt, inArray, lt, ne } from "drizzle-orm";
import type { SystemCtx, Tx } from "#server/context/context.ts";
import { UNSENT_ATTACHMENT_KEPT_MS } from "#shared/constants/attachments.ts";
import { fileOf, smallFileOf } from "./shape.ts";
import { mayBeUndone } from "./sweep.ts";

/** Few enough for no visitor to wait for them. */
const SLICE = 200;

/** Nobody gets them any more from now on; the job removes their files, and then the rows. */
export const GONE = { state: "removed", name: "", alt: "" } as const;

/**
 * Removes the attachments of a message that is taken back, in the caller's transaction. What proves a strike
 * stays until the strike goes, for those alone who may see that.
 */
export const removeAttachments = async (
  tx: Tx,
  { messageId }: { messageId: number },
): Promise<void> => {
  const { attachments: t, strikeAttachments: s } = tx.tables;
  const proves = exists(tx.select({ id: s.attachmentId }).from(s).where(eq(s.attachmentId, t.id)));
  await tx
    .update(t)
    .set({ messageId: null, ticketId: null })
    .where(and(eq(t.messageId, messageId), proves));
  await tx.update(t).set(GONE).where(eq(t.messageId, messageId));
};

/**
 * Removes the attachments of somebody who is erased, in the caller's transaction. What they uploaded and proves
 * a strike against somebody else stays, and nobody is named beside it.
 */
export const forgetAttachments = async (tx: Tx, userId: string): Promise<void> => {
  const { attachments: t, strikeAttachments: s, strikes } = tx.tables;
  const provesOthers = exists(
    tx
      .select({ id: s.attachmentId })
      .from(s)
      .innerJoin(strikes, eq(strikes.id, s.strikeId))
      .where(and(eq(s.attachmentId, t.id), ne(strikes.userId, userId))),
  );
  await tx
    .update(t)
    .set({ uploaderId: null })
    .where(and(eq(t.uploaderId, userId), eq(t.state, "sent"), provesOthers));
  await tx
    .update(t)
    .set({ ...GONE, uploaderId: null })
    .where(eq(t.uploaderId, userId));
};

/** Makes the attachments of one account those of another, in the caller's transaction. */
export const moveAttachments = async (
  tx: Tx,
  { from, to }: { from: string; to: string },
): Promise<void> => {
  const { attachments: t } = tx.tables;
  await tx.update(t).set({ uploaderId: to }).where(eq(t.uploaderId, from));
};

/** Has what waits to be sent on one ticket be sent on another, in the caller's transaction. */
export const moveUnsent = async (
  tx: Tx,
  { from, into }: { from: number; into: number },
): Promise<void> => {
  const { attachments: t } = tx.tables;
  const isUnsent = inArray(t.state, ["uploading", "ready"]);
  await tx
    .update(t)
    .set({ ticketId: into })
    .where(and(eq(t.ticketId, from), isUnsent));
};

const giveUpUnsent = async (ctx: SystemCtx, signal: AbortSignal): Promise<void> => {
  const { attachments: t } = ctx.tables;
  const isDue = and(
    inArray(t.state, ["uploading", "ready"]),
    lt(t.createdAt, new Date(ctx.clock.now().getTime() - UNSENT_ATTACHMENT_KEPT_MS)),
  );
  while (!signal.aborted) {
    const due = await ctx.read.select({ id: t.id }).from(t).where(isDue).limit(SLICE);
    // What seems unsent in a database that was put back may have been sent in the one before it.
    if (due.length === 0 || (await mayBeUndone(ctx))) return;
    const ids = due.map(({ id }) => id);
    // Looked at again: one may have been sent meanwhile.
    await ctx.write(async (tx) => {
      await tx
        .update(t)
        .set(GONE)
        .where(and(inArray(t.id, ids), isDue));
    });
    await yieldToEventLoop();
  }
};

/**
 * The file first: where this is broken off, the row is still there to go on by. One that cannot be removed keeps
 * no other from being; the run fails at its end, so that it is told.
 */
const removeFiles = async (ctx: SystemCtx, signal: AbortSignal): Promise<void> => {
  const { attachments: t, strikeAttachments: s } = ctx.tables;
  const { place } = ctx.attachments;
  let after = "";
  const failures: unknown[] = [];
  while (!signal.aborted) {
    const slice = await ctx.read
      .select({ id: t.id, key: t.key, kind: t.kind })
      .from(t)
      .where(and(eq(t.state, "removed"), gt(t.id, after)))
      .orderBy(asc(t.id))
      .limit(SLICE);
    const last = slice.at(-1);
    if (last === undefined) break;
    after = last.id;
    for (const row of slice) {
      if (signal.aborted) return;
      try {
        await place.remove(fileOf(row));
        if (row.kind === "picture") await place.remove(smallFileOf(row));
      } catch (error) {
        failures.push(error);
        continue;
      }
      await ctx.write(async (tx) => {
        await tx.delete(s).where(eq(s.attachmentId, row.id));
        await tx.delete(t).where(and(eq(t.id, row.id), eq(t.state, "removed")));
      });
    }
  }
  if (failures.length > 0) throw failures[0];
};

/**
 * Removes uploads that nobody has sent for a day, and the files of those that are gone.
 * @param signal stops between two of them.
 */
export const forgetUnsent = async (ctx: SystemCtx, signal: AbortSignal): Promise<void> => {
  await giveUpUnsent(ctx, signal);
  await removeFiles(ctx, signal);
};
