export { grantTier } from "./grant-tier.ts";
export { promoteMember } from "./promote-member.ts";
