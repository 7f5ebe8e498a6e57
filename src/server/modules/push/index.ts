export { deliverPush } from "./deliver.ts";
export { dropReadPush, queueBroadcast, queuePush } from "./queue.ts";
export {
  forgetBrowsers,
  forgetUnseenBrowsers,
  type PushTrouble,
  readPushTrouble,
} from "./subscribe.ts";
