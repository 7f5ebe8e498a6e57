export { eraseClosed, forgetUnverified } from "./remove.ts";
export { register } from "./register.ts";
export { verifyEmail } from "./verify-email.ts";
