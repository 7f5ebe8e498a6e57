export { hasAdmin, makeSetupLink } from "./link.ts";
