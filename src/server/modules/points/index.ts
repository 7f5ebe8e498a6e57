export { addEntry } from "./add-entry.ts";
export { creditPoints } from "./credit-points.ts";
export { forgetEntries } from "./forget-entries.ts";
export { type LedgerProof, proveLedger } from "./prove-ledger.ts";
export { readBalance } from "./read-balance.ts";
export { readBalances } from "./read-balances.ts";
export { spendPoints } from "./spend-points.ts";
