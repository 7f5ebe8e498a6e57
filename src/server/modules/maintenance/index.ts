export { readMaintenance } from "./read.ts";
