/** What stands in the addresses of lists. Every page knows all routes: what else a list has stays out of here, and so out of the start. */

import {
  searchChoice,
  searchFlag,
  searchNumber,
  type SearchOf,
  searchSchema,
  searchText,
} from "#client/lib/search.ts";
import { NOTIFICATION_FILTERS, STRIKE_SORTS } from "#shared/constants/addresses.ts";
import {
  AUDIT_SORTS,
  CALENDAR_KINDS,
  CALENDAR_SORTS,
  CALENDAR_TIMES,
  EVENT_SORTS,
  KEY_SORTS,
  NEWS_SORTS,
  NEWS_STATES,
  ORDER_SORTS,
  USER_SORTS,
} from "#shared/constants/lists.ts";
import {
  FIGURE_SORTS,
  FIGURE_VIEWS,
  PRIORITIES,
  QUEUE_SORTS,
  QUEUE_TABS,
} from "#shared/constants/queue.ts";
import { SETUP_STEPS } from "#shared/constants/setup.ts";

/** Which members the list shows, as it stands in the address. Whether there is such a tier, platform, role or state is asked later. */
export const userListSearch = searchSchema({
  /** Words of names, or an address. */
  q: searchText,
  tier: searchText,
  link: searchText,
  role: searchText,
  state: searchText,
  /** The first day on which they joined, where the community is: "2026-12-01". */
  from: searchText,
  /** "agreed" for those who agreed to news by email. */
  news: searchText,
  /** The id of whoever's page stands beside the list. */
  member: searchText,
  sort: searchChoice(USER_SORTS),
});
export type UserListSearch = SearchOf<typeof userListSearch>;

/** The id of the role whose people are shown. */
export const teamSearch = searchSchema({ role: searchText });
export type TeamSearch = SearchOf<typeof teamSearch>;

/** Of how many days Today's figures are. */
export const todaySearch = searchSchema({ days: searchNumber });
export type TodaySearch = SearchOf<typeof todaySearch>;

/** Which lines of the audit are shown. */
export const auditSearch = searchSchema({
  action: searchText,
  /** The id of whoever did it. */
  who: searchText,
  /** The id of whom it was done to. */
  whom: searchText,
  /** The id of the request by which it was done. */
  request: searchText,
  /** With what Admins have only read. */
  reads: searchFlag,
  /** The first and the last day, here: "2026-12-01". */
  from: searchText,
  to: searchText,
  sort: searchChoice(AUDIT_SORTS),
});
export type AuditSearch = SearchOf<typeof auditSearch>;

/** Which keys of game-server plugins are shown, as it stands in the address. Whether there is such a state is asked later. */
export const keySearch = searchSchema({
  /** Words of their names, or an id. */
  q: searchText,
  state: searchText,
  sort: searchChoice(KEY_SORTS),
});
export type KeySearch = SearchOf<typeof keySearch>;

/** Which entries are shown, as it stands in the address. */
export const entriesSearch = searchSchema({
  kind: searchChoice(CALENDAR_KINDS),
  when: searchChoice(CALENDAR_TIMES),
  sort: searchChoice(CALENDAR_SORTS),
});
export type EntriesSearch = SearchOf<typeof entriesSearch>;

/** Which posts are shown, as it stands in the address. */
export const newsSearch = searchSchema({
  state: searchChoice(NEWS_STATES),
  sort: searchChoice(NEWS_SORTS),
});
export type NewsSearch = SearchOf<typeof newsSearch>;

/** Which notifications the list shows, as it stands in the address; all where it says nothing. */
export const notificationSearch = searchSchema({ show: searchChoice(NOTIFICATION_FILTERS) });
export type NotificationSearch = SearchOf<typeof notificationSearch>;

/** Which step is open, as it stands in the address; left out: the first that is to do. */
export const setupSearch = searchSchema({ step: searchChoice(SETUP_STEPS) });
export type SetupSearch = SearchOf<typeof setupSearch>;

/** Which orders are shown, as it stands in the address. Whether there is such a state or person is asked later. */
export const orderSearch = searchSchema({
  state: searchText,
  /** The id of the buyer. */
  user: searchText,
  /** The number of the only one, which is opened. */
  order: searchNumber,
  /** The first day on which something was paid for it, where the community is: "2026-12-01". */
  from: searchText,
  sort: searchChoice(ORDER_SORTS),
});
export type OrderSearch = SearchOf<typeof orderSearch>;

/** Which events of Tebex are shown. */
export const inboxSearch = searchSchema({
  state: searchText,
  /** The number of the order that they are about. */
  order: searchNumber,
  /** The first and the last day on which they came, here: "2026-12-01". */
  from: searchText,
  to: searchText,
  sort: searchChoice(EVENT_SORTS),
});
export type InboxSearch = SearchOf<typeof inboxSearch>;

/** Which strikes are shown, as it stands in the address. */
export const strikeSearch = searchSchema({
  state: searchText,
  /** A member's id, and an issuer's. */
  whom: searchText,
  who: searchText,
  /** A rule's anchor. */
  rule: searchText,
  /** The number of the one that is opened. */
  strike: searchNumber,
  sort: searchChoice(STRIKE_SORTS),
});
export type StrikeSearch = SearchOf<typeof strikeSearch>;

/** What of all tickets a list shows, as it stands in the address. Whether there is such a game or category is asked later. */
export const ticketListSearch = searchSchema({
  /** Words of the subject. */
  q: searchText,
  game: searchText,
  category: searchText,
  /** An Admin's own tickets only. */
  mine: searchFlag,
  /** For whoever sees all tickets, those that wait for the team only. */
  waiting: searchFlag,
});
export type TicketListSearch = SearchOf<typeof ticketListSearch>;

/** Of the form of a new ticket: the number of the strike that it appeals. */
export const newTicketSearch = searchSchema({ appeal: searchNumber });

/** Which figures are shown, and how, as it stands in the address. */
export const figuresSearch = searchSchema({
  /** Of how many weeks. */
  weeks: searchNumber,
  by: searchChoice(FIGURE_VIEWS),
  sort: searchChoice(FIGURE_SORTS),
  /** The key of a category, and the id of a helper. */
  category: searchText,
  helper: searchText,
});
export type FiguresSearch = SearchOf<typeof figuresSearch>;

/** What the queue shows, as it stands in the address. */
export const queueSearch = searchSchema({
  tab: searchChoice(QUEUE_TABS),
  sort: searchChoice(QUEUE_SORTS),
  /** A number, or words of the ticket, its people or its labels. */
  q: searchText,
  /** Those alone whose answer is late. */
  late: searchFlag,
  priority: searchChoice(PRIORITIES),
  /** The number of a label. */
  label: searchNumber,
  /** The ticket that stands beside the list. */
  ticket: searchNumber,
});
export type QueueSearch = SearchOf<typeof queueSearch>;

/** Which lines of the ledger are shown, as it stands in the address. Whether there is such a kind or day is asked later. */
export const statementSearch = searchSchema({
  /** Whose, for Admins; one's own without it. */
  user: searchText,
  kind: searchText,
  /** The first and the last day: "2026-12-01". */
  from: searchText,
  to: searchText,
});
export type StatementSearch = SearchOf<typeof statementSearch>;
