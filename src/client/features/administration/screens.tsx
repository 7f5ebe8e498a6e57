import { FRESH_PAGES, forThose } from "#client/lib/routing/lazy-route.ts";
import { withSearch } from "#client/lib/routing/with-search.tsx";
import { PAGE_SIZE } from "#shared/constants/lists.ts";
import type { UserListSearch } from "./list-search.ts";
import { userInputOf } from "./user-filters.tsx";
import { UsersScreen } from "./users-screen.tsx";

export { AdminLayout } from "./admin-layout.tsx";

export const Users = withSearch(UsersScreen);

export const loadUsers = forThose<UserListSearch>("members", ({ queries, search, site }) => {
  const input = { ...userInputOf(search, site.tiers), sort: search.sort, limit: PAGE_SIZE };
  void queries.administration.users.prefetchInfinite(input, FRESH_PAGES);
});
