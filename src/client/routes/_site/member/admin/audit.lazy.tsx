import { createLazyFileRoute } from "@tanstack/react-router";
import { AuditScreen } from "#client/features/administration/audit-screen.tsx";

const List = () => {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <AuditScreen
      search={search}
      onSearch={(change) =>
        void navigate({
          search: (old) => ({ ...old, ...change }),
          replace: true,
          resetScroll: false,
        })
      }
    />
  );
};

export const Route = createLazyFileRoute("/_site/member/admin/audit")({ component: List });
