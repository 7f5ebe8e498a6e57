import { createLazyFileRoute } from "@tanstack/react-router";
import { OrdersScreen } from "#client/features/shop-administration/orders-screen.tsx";

const List = () => {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <OrdersScreen
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

export const Route = createLazyFileRoute("/_site/member/admin/orders")({ component: List });
