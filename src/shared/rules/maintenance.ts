/** Screens that have nothing to show but what somebody wants to do there. */
const CLOSED = /^\/(?:member|shop|register)(?:\/|$)/i;

/**
 * Whether a screen is closed to everybody but Admins while the site is in maintenance [SITE-08]: the
 * status, rules, news, pages and the login stay.
 * @param path the address without its query.
 */
export const isClosedInMaintenance = (path: string): boolean => CLOSED.test(path);
