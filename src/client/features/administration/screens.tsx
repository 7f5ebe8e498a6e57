import { Navigate } from "@tanstack/react-router";
import { FRESH_PAGES, ONCE, PAGES, forAdmins } from "#client/lib/routing/lazy-route.ts";
import { withSearch } from "#client/lib/routing/with-search.tsx";
import { PAGE_SIZE } from "#shared/constants/lists.ts";
import { auditInputOf } from "./audit-filters.tsx";
import { AuditScreen } from "./audit-screen.tsx";
import type { AuditSearch, UserListSearch } from "./list-search.ts";
import { userInputOf } from "./user-filters.tsx";
import { UsersScreen } from "./users-screen.tsx";

export { AdminLayout } from "./admin-layout.tsx";
export { ProvidersScreen } from "./providers-screen.tsx";

export const AdminIndex = () => <Navigate to="/member/admin/users" replace />;
export const Audit = withSearch(AuditScreen);
export const Users = withSearch(UsersScreen);

export const loadUsers = forAdmins<UserListSearch>(({ queries, search }) => {
  const input = { ...userInputOf(search), limit: PAGE_SIZE };
  void queries.administration.users.prefetchInfinite(input, FRESH_PAGES);
});

export const loadAudit = forAdmins<AuditSearch>(({ queries, search }) => {
  const input = { ...auditInputOf(search), limit: PAGE_SIZE };
  void queries.administration.audit.prefetchInfinite(input, PAGES);
});

export const loadProviders = forAdmins(({ queries }) =>
  queries.administration.providers.ensureData(undefined, ONCE),
);
