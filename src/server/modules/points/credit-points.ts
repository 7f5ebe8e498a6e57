import { type AuditContext, writeAudit } from "#server/auth/audit.ts";
import { addEntry, type NewEntry } from "./add-entry.ts";

/**
 * Writes a line into the ledger, and that it was written into the audit. With a reference that was
 * used before nothing happens.
 * @throws {AppError} `not_found` for an unknown member, `bad_request` for part of a point.
 */
export const creditPoints = async (ctx: AuditContext, entry: NewEntry): Promise<void> => {
  const { store, clock } = ctx;
  await store.write(async (tx) => {
    const { isNew } = await addEntry(store, tx, clock, entry);
    if (!isNew) return;
    const { actorId, userId, delta } = entry;
    const told = { actorId, subject: userId, after: { points: delta } };
    await writeAudit(ctx, tx, { action: "points.credited", ...told });
  });
};
