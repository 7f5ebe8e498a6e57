export { creditPresence, forgetPresence } from "./credit-presence.ts";
export { findBridgeGrant } from "./find-grant.ts";
export { forgetPlayer } from "./forget-player.ts";
export { revokeKeysOf } from "./revoke-keys-of.ts";
export { watchKeys } from "./watch-keys.ts";
export { queueDelivery, withholdDeliveries } from "./queue-delivery.ts";
