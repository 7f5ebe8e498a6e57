export { publishDueNews } from "./publish.ts";
export { listNews } from "./read.ts";
