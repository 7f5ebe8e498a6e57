import type { Tx } from "#server/context/context.ts";
import { POINTS } from "#shared/points-messages.ts";
import { readBalance } from "./balances.ts";
import { addEntry } from "./ledger.ts";

export { addEntry, creditPoints, forgetEntries, openLedgers, spendPoints } from "./ledger.ts";
export { newestEntries, newestRows } from "./entries.ts";
export { type LedgerProof, proveLedger } from "./prove-ledger.ts";
export { readBalance, readBalances, sortNewBalances } from "./balances.ts";

/**
 * Moves the whole balance of one account to another, in the caller's transaction, as two lines: what
 * one loses the other gets. Debts move likewise. With a reference that was used before nothing happens.
 */
export const moveBalance = async (
  tx: Tx,
  { from, to, reference }: { from: string; to: string; reference: string },
): Promise<void> => {
  const points = await readBalance(tx, from);
  if (points === 0) return;
  const entry = { kind: "merge", actorId: to } as const;
  const taken = await addEntry(tx, {
    ...entry,
    userId: from,
    delta: -points,
    reason: POINTS.movedAway,
    reference: `${reference}:out`,
  });
  if (!taken.isNew) return;
  await addEntry(tx, {
    ...entry,
    userId: to,
    delta: points,
    reason: POINTS.movedHere,
    reference: `${reference}:in`,
  });
};
