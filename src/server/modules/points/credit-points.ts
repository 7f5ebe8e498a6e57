import type { Ctx } from "#server/context/context.ts";
import { addEntry, type NewEntry } from "./add-entry.ts";

/**
 * Writes a line into the ledger, and that it was written into the audit. With a reference that was
 * used before nothing happens.
 * @throws {AppError} `not_found` for an unknown member, `bad_request` for part of a point.
 */
export const creditPoints = async (ctx: Ctx, entry: NewEntry): Promise<void> => {
  await ctx.write(async (tx) => {
    const { isNew } = await addEntry(tx, entry);
    if (!isNew) return;
    const { actorId, userId, delta } = entry;
    await tx.audit({
      action: "points.credited",
      actorId,
      subject: userId,
      after: { points: delta },
    });
  });
};
