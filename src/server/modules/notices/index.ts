export {
  dropReadNotices,
  moveNotices,
  moveTicketNotices,
  type Notice,
  queueNoticeMails,
} from "./queue.ts";
export { mailNotices } from "./send.ts";
