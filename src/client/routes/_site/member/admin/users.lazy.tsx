import { createLazyFileRoute } from "@tanstack/react-router";
import { UsersScreen } from "#client/features/administration/users-screen.tsx";

const List = () => {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <UsersScreen
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

export const Route = createLazyFileRoute("/_site/member/admin/users")({ component: List });
