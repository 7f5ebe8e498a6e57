/** Lists of our own client come in pages of so many. */
export const PAGE_SIZE = 25;
/** A thread opens with so many of its newest messages. */
export const THREAD_PAGE_SIZE = 50;
/** The largest page that anybody may ask for, and what REST gives unless asked [API-04]. */
export const PAGE_SIZE_MAX = 200;
/** Badges count to 99+: nobody counts further than this. */
export const COUNT_MAX = 100;

/** By which of its columns a list goes: "joined" from the least on, "-joined" from the greatest. */
export type Sort<Name extends string> = Name | `-${Name}`;

const sortsOf = <const Name extends string>(...names: Name[]): Sort<Name>[] =>
  names.flatMap((name) => [name, `-${name}` as const]);

/** By what Admins can sort their lists [ADMIN-13]; those without an index are left out. */
export const USER_SORTS = sortsOf("name", "joined", "points");
export const ORDER_SORTS = sortsOf("number", "total", "state", "paid");
export const EVENT_SORTS = sortsOf("received", "state", "order");
export const AUDIT_SORTS = sortsOf("time");
export const KEY_SORTS = sortsOf("created");
export const NEWS_SORTS = sortsOf("appears", "pinned");
export const CALENDAR_SORTS = sortsOf("entered", "begins");

/** So many days the figures of Today may be about, today among them. */
export const TODAY_PERIODS = [7, 30, 90] as const;
export type TodayPeriod = (typeof TODAY_PERIODS)[number];

/** How many calls the client may put into one request. */
export const TRPC_BATCH_MAX = 10;

/** Where feed readers find the newest posts, and as what. No key of a page has a dot. */
export const NEWS_FEEDS = {
  atom: { path: "/news.atom", type: "application/atom+xml", name: "Atom" },
  json: { path: "/news.json", type: "application/feed+json", name: "JSON Feed" },
} as const;

/** What the list of the news asks for. */
export const NEWS_LIST = { limit: PAGE_SIZE };

/** The longest of each part of a post, in UTF-16 units. */
export const NEWS_MAX = {
  slug: 80,
  /** As long as the subject of a notification, which it may be. */
  title: 100,
  summary: 300,
  text: 20_000,
} as const;

/** So many drafts of posts there are at most. */
export const POST_DRAFTS_MAX = 100;

/** How it stands with a post; one that is pinned now is published, too. */
export const NEWS_STATES = ["scheduled", "published", "pinned"] as const;
export type NewsState = (typeof NEWS_STATES)[number];

/** What happens: a wipe or a restart of servers, something to come to, or rates that hold for a while. */
export const CALENDAR_KINDS = ["wipe", "restart", "event", "rates"] as const;
export type CalendarKind = (typeof CALENDAR_KINDS)[number];

/**
 * How often it happens again: at the same time of day in the community's time zone, after so many days,
 * or `monthly` on the same weekday of the month, such as every first Thursday; a fifth one is the last.
 */
export const REPEATS = ["never", "daily", "weekly", "fortnightly", "monthly"] as const;
export type Repeat = (typeof REPEATS)[number];

/** Whether something of an entry is still to come, or goes on; or all of it is over. */
export const CALENDAR_TIMES = ["coming", "over"] as const;

/**
 * So far ahead the calendar looks, in days, unless it is asked for less, and so many times it shows at most: of
 * each entry one at least.
 */
export const CALENDAR_DAYS = 60;
export const OCCURRENCES_MAX = 200;
