export { creditPresence, forgetPresence } from "./credit-presence.ts";
export { forgetDeliveries, forgetPlayed } from "./forget-player.ts";
export { queueDelivery } from "./queue-delivery.ts";
