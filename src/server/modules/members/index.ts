export { findAddressOwner, findReserved } from "./address-owner.ts";
export { setMarketing } from "./marketing.ts";
export { assertOtherAdmin, revokeAdminsLinks, setRole } from "./set-role.ts";
export { indexMembers } from "./write-search-terms.ts";
export { readTiers } from "./read-tiers.ts";
export { giveTier, giveTiers, setTierEnd, publishEndedTiers } from "./set-tier-end.ts";
export {
  addUser,
  addWaitingUsers,
  claimUser,
  changeAddress,
  changeUser,
  closeUser,
  correctAddress,
  askToErase,
  eraseUser,
  noteReceivedPromo,
  openUser,
  recoverUser,
  restoreAddress,
  removeUser,
  setTeam,
  setMailsOfLinks,
  verifyUser,
} from "./users.ts";
export { findVisiblePeople } from "./visible-people.ts";
export {
  forgetSearchTerms,
  indexMember,
  indexPeople,
  isFoundBy,
  linkTermOf,
} from "./search-terms.ts";
export { moveGivenTiers } from "./move-tiers.ts";
