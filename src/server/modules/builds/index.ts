export { findOldAsset, forgetOldBuilds, keepBuild } from "./keep-build.ts";
