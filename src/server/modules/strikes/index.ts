export {
  eraseStrikes,
  findHeld,
  forgetStrikes,
  forgetStruck,
  linkAppeal,
  moveStrikes,
  moveStrikeTickets,
  releaseStruck,
  returnStrikes,
} from "./keep.ts";
export { findBan, forgetEndedBans, readBans } from "./bans.ts";
export { assertMayEarn, assertMayUnlink, assertNotStruck, findStruck } from "./state.ts";
