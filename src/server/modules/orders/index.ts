export { checkOrders } from "./check-orders.ts";
export { receiveEvent } from "./receive-event.ts";
export { processInbox } from "./process-inbox.ts";
