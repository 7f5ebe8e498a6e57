import { useState } from "react";
import { ConfirmDialog } from "#client/components/confirm-dialog.tsx";
import { ListScreen } from "#client/components/list-screen.tsx";
import { EmptyPanel } from "#client/components/load-states.tsx";
import { useNames } from "#client/components/person-filter.tsx";
import { PAGED, clearedSearch, isNarrowed, itemsOf } from "#client/lib/lists.ts";
import type { SearchProps } from "#client/lib/routing/with-search.tsx";
import { trpc } from "#client/lib/trpc.ts";
import { PAGE_SIZE } from "#shared/constants/lists.ts";
import { LOADED_FRESH_MS } from "#shared/constants/timings.ts";
import type { AdminOrder } from "#shared/schemas/orders.ts";
import { SHOP_ADMIN } from "#shared/shop-admin-messages.ts";
import { ORDERS } from "#shared/shop-messages.ts";
import { type OrderSearch, orderSearch } from "./list-search.ts";
import { OpenFlags } from "./open-flags.tsx";
import { OrderRow, OrderRowSkeletons } from "./order-row.tsx";
import { OrderFilters, orderInputOf } from "./shop-filters.tsx";
import { useConfirm } from "./use-order-acts.ts";

/** Asks before an order is credited by hand. What was asked last stays readable while it fades out. */
const useQuestion = () => {
  const [order, setOrder] = useState<AdminOrder | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const close = () => setIsAsking(false);
  const { mutate, reset, isPending, problem } = useConfirm(close);
  const ask = (next: AdminOrder) => {
    reset();
    setOrder(next);
    setIsAsking(true);
  };
  const dialog = order !== null && (
    <ConfirmDialog
      isOpen={isAsking}
      title={SHOP_ADMIN.confirm.title(order.id)}
      text={
        <p>
          {SHOP_ADMIN.confirm.textBefore}{" "}
          <span className="font-semibold wrap-anywhere text-bone">{order.buyer}</span>{" "}
          {SHOP_ADMIN.confirm.textAfter}
        </p>
      }
      action={SHOP_ADMIN.confirm.action}
      isDangerous={false}
      isBusy={isPending}
      error={problem}
      onConfirm={() => mutate({ orderId: order.id })}
      onClose={close}
    />
  );
  return { ask, dialog };
};

type OrdersScreenProps = SearchProps<OrderSearch>;

/** Everybody's orders, newest first, and above them what nobody has settled yet. */
export const OrdersScreen = ({ search, onSearch }: OrdersScreenProps) => {
  const input = orderInputOf(search);
  const list = trpc.orders.all.useInfiniteQuery(
    { ...input, limit: PAGE_SIZE },
    { ...PAGED, staleTime: LOADED_FRESH_MS },
  );
  const orders = itemsOf(list.data);
  const { nameOf, remember } = useNames((id) => {
    const buyer = orders?.find(({ userId }) => userId === id)?.buyer;
    return buyer === undefined ? undefined : { id, firstName: buyer, lastName: "" };
  });
  const question = useQuestion();
  const clear = () => onSearch(clearedSearch(orderSearch));

  return (
    <>
      <ListScreen
        eyebrow={SHOP_ADMIN.eyebrow}
        title={SHOP_ADMIN.orders.title}
        filters={
          <>
            <OpenFlags />
            <OrderFilters
              search={search}
              onSearch={onSearch}
              nameOf={nameOf}
              onPerson={(person) => {
                remember(person);
                onSearch({ user: person?.id });
              }}
              onClear={clear}
            />
          </>
        }
        list={list}
        items={orders}
        counted={["order", "orders"]}
        failure={ORDERS.allFailed}
        look="cards"
        skeletons={<OrderRowSkeletons />}
        noMatch={isNarrowed(input) ? { ...SHOP_ADMIN.orders.noMatch, onClear: clear } : null}
        empty={<EmptyPanel {...SHOP_ADMIN.orders.empty} />}
      >
        {(order) => (
          <OrderRow
            key={order.id}
            order={order}
            onBuyer={() => onSearch({ user: order.userId })}
            onConfirm={() => question.ask(order)}
          />
        )}
      </ListScreen>
      {question.dialog}
    </>
  );
};
