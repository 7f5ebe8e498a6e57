import {
  type SearchOf,
  searchChoice,
  searchFlag,
  searchNumber,
  searchSchema,
  searchText,
} from "#client/lib/search.ts";
import { AUDIT_SORTS, USER_SORTS } from "#shared/constants/lists.ts";

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
