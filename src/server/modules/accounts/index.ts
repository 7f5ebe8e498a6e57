export { emailInUse } from "./assert-free.ts";
export { assertNewAccount } from "./assert-input.ts";
export { eraseAsked, eraseClosed, forgetUnverified } from "./remove.ts";
export { assertPasswordAllowed } from "./refused-passwords.ts";
export { register } from "./register.ts";
export { verifyEmail } from "./verify-email.ts";
export { mailCode } from "./mail-code.ts";
export { forgetOldAddresses } from "./address-rows.ts";
export { askForAddress } from "./change-address.ts";
