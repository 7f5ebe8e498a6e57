import type { Tx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { POINTS } from "#shared/points-messages.ts";
import { addEntry, type AddedEntry, type NewEntry } from "./add-entry.ts";

/**
 * Takes points from a member, in the caller's transaction, if there are as many; those who owe some
 * cannot spend. With a reference that was used before nothing happens.
 * @param spent.points above 0.
 * @throws {AppError} `conflict` where the balance is too low, `not_found` for an unknown member.
 */
export const spendPoints = async (
  tx: Tx,
  { points, ...spent }: Omit<NewEntry, "kind" | "delta"> & { points: number },
): Promise<AddedEntry> => {
  const added = await addEntry(tx, { ...spent, kind: "spend", delta: -points });
  // The transaction ends here, and with it the line.
  if (added.isNew && added.balance < 0) throw new AppError("not_enough_points", POINTS.tooFew);
  return added;
};
