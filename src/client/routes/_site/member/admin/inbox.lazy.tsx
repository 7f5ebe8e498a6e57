import { createLazyFileRoute } from "@tanstack/react-router";
import { InboxScreen } from "#client/features/shop-administration/inbox-screen.tsx";

const List = () => {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <InboxScreen
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

export const Route = createLazyFileRoute("/_site/member/admin/inbox")({ component: List });
