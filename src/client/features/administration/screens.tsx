import { FRESH, FRESH_PAGES, ONCE, forThose } from "#client/lib/routing/lazy-route.ts";
import { withSearch } from "#client/lib/routing/with-search.tsx";
import { PAGE_SIZE } from "#shared/constants/lists.ts";
import { PERMISSIONS } from "#shared/constants/permissions.ts";
import type { TodaySearch, UserListSearch } from "./list-search.ts";
import { TodayScreen, todayInputOf } from "./today-screen.tsx";
import { userInputOf } from "./user-filters.tsx";
import { UsersScreen } from "./users-screen.tsx";

export { AdminLayout } from "./admin-layout.tsx";

export const TodayFigures = withSearch(TodayScreen);
export const Users = withSearch(UsersScreen);

export const loadToday = forThose<TodaySearch>(PERMISSIONS, ({ queries, search }) => {
  void queries.administration.today.prefetch(todayInputOf(search), { ...ONCE, ...FRESH });
});

export const loadUsers = forThose<UserListSearch>("members", ({ queries, search, site }) => {
  const input = { ...userInputOf(search, site.tiers), sort: search.sort, limit: PAGE_SIZE };
  void queries.administration.users.prefetchInfinite(input, FRESH_PAGES);
});
