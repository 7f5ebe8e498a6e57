import { DAY_MS, HOUR_MS } from "./time.ts";

/** Browsers of one member that push reaches; the one that was longest not seen goes for another. */
export const PUSH_SUBSCRIPTIONS_MAX = 10;

/** In UTF-16 units; those of the known services have a few hundred. */
export const PUSH_ENDPOINT_MAX = 1000;

/** Of both keys of a subscription, in base64url: 65 and 16 bytes. */
export const PUSH_KEY_MAX = { p256dh: 88, auth: 24 } as const;

/** What was to be pushed waits so long, so that whoever looks at it already is not disturbed. */
export const PUSH_WAIT_MS = 3000;

/** What could not be pushed within this time says nothing new any more. */
export const PUSH_KEPT_MS = 12 * HOUR_MS;

/** A browser that did not come back for so long is forgotten. */
export const PUSH_UNSEEN_MS = 60 * DAY_MS;

/** Refusals one after the other, and the site tells its owner. */
export const PUSH_REFUSALS_TOLD = 3;
