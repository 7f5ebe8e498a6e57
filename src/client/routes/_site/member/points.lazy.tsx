import { createLazyFileRoute } from "@tanstack/react-router";
import { StatementPage } from "#client/features/points/statement-page.tsx";

const Statement = () => {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <StatementPage
      key={search.user}
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

export const Route = createLazyFileRoute("/_site/member/points")({ component: Statement });
