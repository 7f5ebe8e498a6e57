export { assertOtherAdmin } from "./assert-other-admin.ts";
export { grantTier } from "./grant-tier.ts";
export { indexMembers } from "./index-members.ts";
export { promoteMember } from "./promote-member.ts";
export { readTiers } from "./read-tiers.ts";
export { setRole } from "./set-role.ts";
export { tellEndedTiers } from "./tell-ended-tiers.ts";
export { findVisiblePeople } from "./visible-people.ts";
export { forgetWords, indexMember, isFoundBy, linkWordOf } from "./words.ts";
