import { createLazyFileRoute } from "@tanstack/react-router";
import { TicketListScreen } from "#client/features/tickets/ticket-list-screen.tsx";

const List = () => {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <TicketListScreen
      status="Open"
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

export const Route = createLazyFileRoute("/_site/member/tickets/open-tickets")({ component: List });
