export { assertNewAccount, assertPasswordAllowed, claimByAddress, emailInUse } from "./checks.ts";
export { eraseAsked, eraseClosed, forgetUnverified } from "./remove.ts";
export { register } from "./register.ts";
export { verifyEmail } from "./verify-address.ts";
export { mailCode } from "./mailed-codes.ts";
export { askForAddress, forgetOldAddresses } from "./change-address.ts";
