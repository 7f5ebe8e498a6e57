export { adoptPictures, type FetchSmall } from "./adopt-pictures.ts";
export { creditClaimed } from "./credit-claimed.ts";
export { asStored, assertUnlinked, eligibleMember, findPlayers } from "./eligible-member.ts";
export { addLink, addLinks, linkAccount, showLink } from "./link-account.ts";
export { proveAccount } from "./prove-account.ts";
export { releaseLinks } from "./release.ts";
export { unlinkAccount } from "./unlink-account.ts";
export { discordAccountOf, epicAccountOf, minecraftAccountOf, type ShownAccount } from "./wire.ts";
export { moveLinks } from "./take-over.ts";
