import { writeAudit } from "#server/auth/audit.ts";
import type { Clock } from "#server/clock.ts";
import type { Store } from "#server/store/store.ts";
import { addEntry, type NewEntry } from "./add-entry.ts";

/**
 * Writes a line into the ledger, and that it was written into the audit. With a reference that was
 * used before nothing happens.
 * @throws {AppError} `not_found` for an unknown member, `bad_request` for part of a point.
 */
export const creditPoints = async (
  { store, clock }: { store: Store; clock: Clock },
  entry: NewEntry,
): Promise<void> => {
  await store.write(async (tx) => {
    const { isNew } = await addEntry(store, tx, clock, entry);
    if (!isNew) return;
    const { actorId, userId, delta } = entry;
    const told = { actorId, subject: userId, after: { points: delta } };
    await writeAudit(store, tx, clock, { action: "points.credited", ...told });
  });
};
