export { type Asked, askServers } from "./ask.ts";
export { createStatusBoard } from "./board.ts";
export { addProbe, bucketStart, EMPTY_TALLY, type HistoryBucket } from "./history-rule.ts";
export { importHistory } from "./history-store.ts";
export { pollServers } from "./poll.ts";
export { rollUpHistory } from "./roll-up-history.ts";
export { statusServers } from "./row.ts";
