export { creditPresence, forgetPresence } from "./credit-presence.ts";
export { forgetPlayer } from "./forget-player.ts";
export { revokeKeysOf } from "./revoke-keys-of.ts";
export { watchKeys } from "./watch-keys.ts";
export { queueDelivery } from "./queue-delivery.ts";
