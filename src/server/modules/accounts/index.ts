export { eraseClosed } from "./erase-closed.ts";
export { forgetUnverified } from "./forget-unverified.ts";
export { register } from "./register.ts";
export { verifyEmail } from "./verify-email.ts";
