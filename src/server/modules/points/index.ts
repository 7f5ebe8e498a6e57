export { addEntry, creditPoints, forgetEntries, spendPoints } from "./ledger.ts";
export { newestEntries, newestRows } from "./entries.ts";
export { type LedgerProof, proveLedger } from "./prove-ledger.ts";
export { readBalance, readBalances, sortNewBalances } from "./balances.ts";
