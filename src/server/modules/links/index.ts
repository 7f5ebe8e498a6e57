export { adoptPictures, type FetchSmall } from "./adopt-pictures.ts";
export { asStored, assertUnlinked, eligibleMember, findPlayers } from "./eligible-member.ts";
export { addLink, linkAccount } from "./link-account.ts";
export { proveAccount } from "./prove-account.ts";
export { releaseLinks } from "./release.ts";
export type { Account } from "./retired.ts";
export { unlinkAccount } from "./unlink-account.ts";
export { discordAccountOf, epicAccountOf, minecraftAccountOf } from "./wire.ts";
