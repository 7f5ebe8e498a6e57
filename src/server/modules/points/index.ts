export { creditPoints } from "./credit-points.ts";
export { forgetEntries } from "./forget-entries.ts";
export { readBalance } from "./read-balance.ts";
