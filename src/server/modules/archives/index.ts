export { archiveBytes } from "./ask.ts";
export { forgetArchive, forgetOldArchives } from "./forget.ts";
export { makeArchives } from "./make.ts";
