export { checkOrders } from "./check-orders.ts";
export { receiveEvent } from "./receive-event.ts";
export { workInbox } from "./work-inbox.ts";
