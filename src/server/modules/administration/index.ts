export { resetSecondFactorOf } from "./second-factor.ts";
export { createAdmin, listAdmins, makePasswordLinkFor, verifyAddress } from "./admins.ts";
export { foldDays } from "./day-figures.ts";
export { promoteMember } from "./promote-by-email.ts";
