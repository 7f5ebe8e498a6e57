import { eq } from "drizzle-orm";
import { writeAudit } from "#server/auth/audit.ts";
import type { Clock } from "#server/clock.ts";
import { AppError } from "#server/errors.ts";
import type { Store } from "#server/store/store.ts";
import { readBalance } from "./read-balance.ts";

type Credit = {
  userId: string;
  /** Whole points; below 0 they are taken. */
  delta: number;
  /** At most 200 characters. */
  reason: string;
  /** What it is for: of all credits with one reference, the first counts (facts §5). */
  reference: string;
  /** A user's id; null for the site itself. */
  actorId: string | null;
};

/**
 * Writes a line into the ledger; nothing is ever changed there. With a reference that was used before
 * nothing happens.
 * @throws {AppError} `not_found` for an unknown member, `bad_request` for part of a point.
 */
export const creditPoints = async (
  { store, clock }: { store: Store; clock: Clock },
  { userId, delta, reason, reference, actorId }: Credit,
): Promise<void> => {
  const { users, pointEntries } = store.tables;
  if (!Number.isSafeInteger(delta)) throw new AppError("bad_request", "Points are whole numbers.");
  await store.write(async (tx) => {
    const [member] = await tx.select({ id: users.id }).from(users).where(eq(users.id, userId));
    if (member === undefined) throw new AppError("not_found", "There is no such member.");
    const balance = (await readBalance(store, tx, userId)) + delta;
    const [written] = await tx
      .insert(pointEntries)
      .values({ userId, delta, balance, reason, reference, actorId, at: clock.now() })
      .onConflictDoNothing()
      .returning({ id: pointEntries.id });
    if (written === undefined) return;
    const entry = { actorId, subject: userId, after: { points: delta } };
    await writeAudit(store, tx, clock, { action: "points.credited", ...entry });
    tx.publish({ type: "points.changed", userId });
  });
};
