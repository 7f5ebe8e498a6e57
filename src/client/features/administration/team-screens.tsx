import { FRESH, FRESH_PAGES, ONCE, PAGES, forThose } from "#client/lib/routing/lazy-route.ts";
import { withSearch } from "#client/lib/routing/with-search.tsx";
import { ADMINS } from "#client/lib/session/may.ts";
import { PAGE_SIZE } from "#shared/constants/lists.ts";
import { auditInputOf } from "./audit-filters.tsx";
import { AuditScreen } from "./audit-screen.tsx";
import type { AuditSearch, TeamSearch } from "./list-search.ts";
import { TeamScreen } from "./team-screen.tsx";

export { ProvidersScreen } from "./providers-screen.tsx";

export const Audit = withSearch(AuditScreen);
export const Team = withSearch(TeamScreen);

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
