import { DAY_MS } from "#shared/constants/time.ts";

/** How far the archive of somebody's data is. */
export const ARCHIVE_STATES = ["waiting", "ready", "failed", "expired"] as const;

/** So long a finished archive can be downloaded. */
export const ARCHIVE_KEPT_MS = 7 * DAY_MS;
/** So often its making is begun before it is said to have failed. */
export const ARCHIVE_ATTEMPTS_MAX = 5;
