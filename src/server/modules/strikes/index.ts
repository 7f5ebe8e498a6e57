export { linkAppeal, moveStrikeTickets } from "./appeal.ts";
export { findBan, forgetEndedBans, readBans } from "./bans.ts";
export { assertMayEarn, assertMayUnlink, assertNotStruck, findStruck } from "./enforce.ts";
export {
  eraseStrikes,
  findHeld,
  forgetStrikes,
  forgetStruck,
  moveStrikes,
  releaseStruck,
  returnStrikes,
} from "./keep.ts";
