export { assertOtherAdmin, promoteMember, setRole } from "./set-role.ts";
export { indexMembers } from "./write-search-terms.ts";
export { readTiers } from "./read-tiers.ts";
export { giveTier, setTierEnd } from "./set-tier-end.ts";
export { publishEndedTiers } from "./set-tier-end.ts";
export {
  addUser,
  changeUser,
  closeUser,
  correctAddress,
  eraseUser,
  noteReceivedPromo,
  openUser,
  recoverUser,
  removeUser,
  verifyUser,
} from "./users.ts";
export { findVisiblePeople } from "./visible-people.ts";
export { forgetSearchTerms, indexMember, isFoundBy, linkTermOf } from "./search-terms.ts";
