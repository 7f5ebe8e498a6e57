export { readOccurrences } from "./read.ts";
