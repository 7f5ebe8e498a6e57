export { addEntry, creditPoints, forgetEntries, openLedgers, spendPoints } from "./ledger.ts";
export { newestEntries, newestRows } from "./entries.ts";
export { type LedgerProof, proveLedger } from "./prove-ledger.ts";
export { readBalance, readBalances, sortNewBalances } from "./balances.ts";
export { moveBalance } from "./move-balance.ts";
