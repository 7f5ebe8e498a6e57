import { Navigate } from "@tanstack/react-router";
import { forAdmins, FRESH_PAGES, ONCE, PAGES } from "#client/lib/routing/lazy-loader.ts";
import { withSearch } from "#client/lib/routing/with-search.tsx";
import { PAGE_SIZE } from "#shared/constants/lists.ts";
import { auditInputOf } from "./audit-filter.ts";
import { AuditScreen } from "./audit-screen.tsx";
import type { AuditSearch, UserListSearch } from "./list-search.ts";
import { userInputOf } from "./user-filter.ts";
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
