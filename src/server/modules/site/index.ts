export { type CheckedSite, checkFile, checkPublished } from "./check.ts";
export { draftConfig } from "./draft-state.ts";
export { findMedia, keepMedia } from "./media.ts";
export { importFile } from "./publish.ts";
export { type Published, readPublished, startPublished } from "./start.ts";
export { newestVersion, readVersion } from "./versions.ts";
