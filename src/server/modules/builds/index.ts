export { findOldAsset } from "./find-old-asset.ts";
export { forgetOldBuilds } from "./forget-old-builds.ts";
export { keepBuild } from "./keep-build.ts";
