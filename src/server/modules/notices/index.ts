export { dropReadNotices, moveNotices, type Notice, queueNoticeMails } from "./queue.ts";
export { mailNotices } from "./send.ts";
