export { assertMayChange as assertMayChangeFactors, forgetPending, hasFactor } from "./account.ts";
export { completeLogin, loginAnswer, takePasskeyStep } from "./second-step.ts";
export { followResets, resetFactors } from "./resets.ts";
export { forgetFactors, forgetFactorsSince } from "./authenticator.ts";
