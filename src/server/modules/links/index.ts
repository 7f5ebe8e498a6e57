export { linkAccount } from "./link-account.ts";
export { proveAccount } from "./prove-account.ts";
export { releaseLinks } from "./release-links.ts";
export { unlinkAccount } from "./unlink-account.ts";
