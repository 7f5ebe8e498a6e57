export { eraseClosed, forgetUnverified } from "./remove-accounts.ts";
export { register } from "./register.ts";
export { verifyEmail } from "./verify-email.ts";
