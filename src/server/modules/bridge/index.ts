export { creditPresence, forgetPresence } from "./credit-presence.ts";
export { forgetPlayer } from "./forget-player.ts";
export { queueDelivery } from "./queue-delivery.ts";
