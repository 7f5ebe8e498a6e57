export { findOldAsset, forgetOldBuilds, keepBuild } from "./keep.ts";
