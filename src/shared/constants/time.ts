/** Durations in milliseconds. A day is always 24 hours: calendar days are counted in a time zone. */
export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Times of screens, polls and the live feed, in milliseconds. */
export const PAGE_FADE_IN_MS = 50;
export const HASH_SCROLL_MS = 1000;
export const HASH_SCROLL_OFFSET_PX = 200;
export const MOBILE_MENU_MS = 300;
export const TOAST_MS = 5000;
export const SETTINGS_TOAST_MS = 4000;
export const ADMIN_TOAST_MS = 3000;
export const INACTIVITY_CHECK_MS = 60_000;
/** From a sign-in window that was closed without success to the login. */
export const POPUP_CLOSED_REDIRECT_MS = 500;

/** How long the lynx runs before a login leads on. */
export const LOGIN_REDIRECT_MS = 3000;
export const RESET_REDIRECT_MS = 3000;
export const VERIFIED_REDIRECT_MS = 4000;

/** How often the poller asks every game server. */
export const SERVER_POLL_MS = 15_000;
/** How long a game server may take to answer one question. */
export const SERVER_QUERY_TIMEOUT_MS = 3000;
/** How often the status is refetched while the feed is down. */
export const STATUS_FALLBACK_POLL_MS = 30_000;
/** Width of one bucket of the short history, kept for two days. */
export const HISTORY_BUCKET_MS = 5 * MINUTE_MS;
/** Width of one point of the 24-hour chart. */
export const CHART_POINT_MS = 15 * MINUTE_MS;

/** While the feed is down messages are asked for this often [LIVE-04]. */
export const MESSAGE_POLL_MS = 10_000;
/** While the feed is down a ticket that is shown is asked for this often [LIVE-04]. */
export const TICKET_POLL_MS = 60_000;
/** While the feed is down unread notifications, points and links are asked for this often [LIVE-04]. */
export const MEMBER_POLL_MS = 60_000;
/** How often the state of the providers is asked for while it is shown. */
export const PROVIDERS_POLL_MS = 10_000;
/** How often it is asked whether a download of one's data is ready, while it is being made. */
export const ARCHIVE_POLL_MS = 3000;
/** How often one looks how far a mailing is while it is shown. */
export const MAILING_POLL_MS = 3000;
/** How often the site looks at itself while its health is shown. */
export const HEALTH_POLL_MS = 15_000;
/** From a ticket that was created, edited, closed or restored to where it leads [TICK-14]. */
export const TICKET_REDIRECT_MS = 3000;
/** From a notification that was created to the list. */
export const NOTIFICATION_REDIRECT_MS = 4000;

/** How long it says that the account is linked before it closes. */
export const LINK_WINDOW_CLOSE_MS = 1000;

/** A call of the browser's that is not answered by then has failed. */
export const CALL_TIMEOUT_MS = 15_000;
/** The same of a call that makes a file. */
export const FILE_TIMEOUT_MS = 120_000;
/** What was not answered on a ticket is sent again this often, while it is on the screen. */
export const UNSENT_AGAIN_MS = 15_000;
/** While the server cannot be asked who is signed in, it is asked this often. */
export const LOOKUP_AGAIN_MS = 5000;
/** So long nothing must be typed before it is searched for. */
export const SEARCH_AFTER_MS = 250;
/** A part of the page that could not be fetched is asked for this often. */
export const PART_AGAIN_MS = 5000;
/** So long the server may take to say which build it runs. */
export const BUILD_PROBE_MS = 5000;
/** A tap leads to the next screen after so long at most, whether its data are there or not. */
export const LOADER_WAIT_MS = 1000;
/** What a loader has just fetched, the screen does not ask for again. */
export const LOADED_FRESH_MS = 5000;

/** So long after a page is shown to a guest it joins the feed, to hear of what is published meanwhile. */
export const SITE_FEED_AFTER_MS = 2000;
/** A page without the feed looks so often whether something was published. */
export const SITE_LOOK_MS = 60_000;
/** So long after a page is shown it asks which post is pinned: after what the page itself needs, and within a second. */
export const PINNED_AFTER_MS = 250;
