export { creditPresence, forgetPresence } from "./credit-presence.ts";
export { findBridgeGrant } from "./find-grant.ts";
export { forgetPlayer } from "./players.ts";
export { addPlayTime, forgetPlayWeeks } from "./play-weeks.ts";
export { revokeKeysOf } from "./revoke-keys.ts";
export { watchKeys } from "./watch-keys.ts";
export { queueDelivery, withholdDeliveries } from "./deliveries.ts";
export { movePlayer } from "./move-player.ts";
