export { hasFactor } from "./account.ts";
export { assertMayChange as assertMayChangeFactors } from "./changing.ts";
export { completeLogin, loginAnswer } from "./complete-login.ts";
export { forgetPending } from "./pending-logins.ts";
export { followResets, resetFactors } from "./follow-resets.ts";
export { forgetFactors, forgetFactorsSince } from "./remove.ts";
export { takePasskeyStep } from "./second-step.ts";
