export { publishDueNews } from "./publish.ts";
export { findPost, listNews } from "./read.ts";
