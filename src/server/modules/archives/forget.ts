import { and, asc, eq, lte } from "drizzle-orm";
import type { Ctx, Tx } from "#server/context/context.ts";

/** Removes the pieces of one making, in the caller's transaction. */
export const removeParts = async (tx: Tx, run: string): Promise<void> => {
  const { archiveParts } = tx.tables;
  await tx.delete(archiveParts).where(eq(archiveParts.run, run));
};

/** Removes what somebody asked for, in the caller's transaction; one that is being made stops. */
export const forgetArchive = async (tx: Tx, userId: string): Promise<void> => {
  const { archives } = tx.tables;
  const gone = await tx
    .delete(archives)
    .where(eq(archives.userId, userId))
    .returning({ run: archives.run });
  for (const { run } of gone) await removeParts(tx, run);
};

/**
 * Deletes the files whose week is over.
 * @param signal stops between two of them.
 */
export const forgetOldArchives = async (
  { read, write, tables: { archives: t }, clock }: Ctx,
  signal: AbortSignal,
): Promise<void> => {
  const isOver = and(eq(t.state, "ready"), lte(t.expiresAt, clock.now()));
  while (!signal.aborted) {
    const [old] = await read
      .select({ userId: t.userId, run: t.run })
      .from(t)
      .where(isOver)
      .orderBy(asc(t.expiresAt))
      .limit(1);
    if (old === undefined) return;
    await write(async (tx) => {
      await removeParts(tx, old.run);
      await tx
        .update(t)
        .set({ state: "expired", sizeBytes: null })
        .where(and(eq(t.userId, old.userId), eq(t.run, old.run), isOver));
    });
  }
};
