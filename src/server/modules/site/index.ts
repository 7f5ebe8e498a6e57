export { type CheckedSite, checkFile, checkPublished } from "./check.ts";
export { draftConfig } from "./draft-state.ts";
export { forgetMedia } from "./forget-media.ts";
export { countMedia, picturesFolder, readMedia, writeMedia } from "./media-files.ts";
export { findMedia, keepMedia, missingMediaIn } from "./media.ts";
export { importFile } from "./publish.ts";
export { makeSmallMedia } from "./small-media.ts";
export { type Published, readPublished, startPublished } from "./start.ts";
export { newestVersion, readVersion } from "./versions.ts";
