import { useParams } from "@tanstack/react-router";
import { FRESH, FRESH_PAGES, ONCE, PAGES, forThose } from "#client/lib/routing/lazy-route.ts";
import { withSearch } from "#client/lib/routing/with-search.tsx";
import { ADMINS } from "#client/lib/session/may.ts";
import { PAGE_SIZE } from "#shared/constants/lists.ts";
import { PERMISSIONS } from "#shared/constants/permissions.ts";
import { auditInputOf } from "./audit-filters.tsx";
import { AuditScreen } from "./audit-screen.tsx";
import type { AuditSearch, TeamSearch, TodaySearch, UserListSearch } from "./list-search.ts";
import { MemberPage } from "./member-file.tsx";
import { TeamScreen } from "./team-screen.tsx";
import { TodayScreen, todayInputOf } from "./today-screen.tsx";
import { userInputOf } from "./user-filters.tsx";
import { UsersScreen } from "./users-screen.tsx";

export { AdminLayout } from "./admin-layout.tsx";
export { ProvidersScreen } from "./providers-screen.tsx";

export const TodayFigures = withSearch(TodayScreen);
export const Audit = withSearch(AuditScreen);
export const Users = withSearch(UsersScreen);
export const Team = withSearch(TeamScreen);

export const Member = () => {
  const { id } = useParams({ from: "/_site/member/admin/users_/$id" });
  // Another member's page begins anew.
  return <MemberPage key={id} id={id} />;
};

export const loadToday = forThose<TodaySearch>(PERMISSIONS, ({ queries, search }) => {
  void queries.administration.today.prefetch(todayInputOf(search), { ...ONCE, ...FRESH });
});

export const loadUsers = forThose<UserListSearch>("members", ({ queries, search, site }) => {
  const input = { ...userInputOf(search, site.tiers), sort: search.sort, limit: PAGE_SIZE };
  void queries.administration.users.prefetchInfinite(input, FRESH_PAGES);
});

export const loadMember = forThose<object, { id: string }>(
  "members",
  ({ queries, params: { id } }) =>
    queries.administration.member.prefetch({ id }, { ...ONCE, ...FRESH }),
);

export const loadAudit = forThose<AuditSearch>("audit", ({ queries, search }) => {
  const input = { ...auditInputOf(search), sort: search.sort, limit: PAGE_SIZE };
  void queries.administration.audit.prefetchInfinite(input, PAGES);
});

export const loadProviders = forThose(ADMINS, ({ queries }) =>
  queries.administration.providers.ensureData(undefined, ONCE),
);

export const loadTeam = forThose<TeamSearch>("roles", ({ queries, search: { role } }) => {
  void queries.team.roles.prefetch(undefined, { ...ONCE, ...FRESH });
  void queries.team.members.prefetchInfinite({ roleId: role, limit: PAGE_SIZE }, FRESH_PAGES);
});
