import { useState } from "react";
import { ConfirmDialog } from "#client/components/confirm-dialog.tsx";
import { ListScreen } from "#client/components/list-screen.tsx";
import { CsvButton } from "#client/components/list-tools.tsx";
import { ORDER_STATE_NAMES } from "#client/components/orders/order-parts.tsx";
import { EmptyPanel } from "#client/components/panels.tsx";
import { useNames } from "#client/components/person-filter.tsx";
import { clearedSearch, isNarrowed, itemsOf, PAGED } from "#client/lib/lists.ts";
import { forThose, FRESH_PAGES } from "#client/lib/routing/lazy-route.ts";
import {
  type InboxSearch,
  type OrderSearch,
  orderSearch,
} from "#client/lib/routing/list-searches.ts";
import { type SearchProps, withSearch } from "#client/lib/routing/with-search.tsx";
import { trpc } from "#client/lib/trpc.ts";
import { PAGE_SIZE } from "#shared/constants/lists.ts";
import { LOADED_FRESH_MS } from "#shared/constants/time.ts";
import type { AdminOrder } from "#shared/schemas/orders.ts";
import { SHOP_ADMIN } from "#shared/shop-admin-messages.ts";
import { ORDERS } from "#shared/shop-messages.ts";
import { InboxScreen } from "./inbox-screen.tsx";
import {
  flagInputOf,
  OpenFlags,
  OrderColumns,
  OrderRow,
  OrderRowSkeletons,
  useConfirm,
  useOpenFlags,
} from "./order-row.tsx";
import { inboxInputOf, OrderFilters, orderInputOf } from "./shop-filters.tsx";

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
          <span className="font-semibold wrap-anywhere text-ink">{order.buyer}</span>{" "}
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

const ORDER_CSV = [
  "Order",
  "Member",
  "Member (ID)",
  "Items",
  "Total",
  "Currency",
  "State",
  "Begun (UTC)",
  "Paid (UTC)",
  "Credited (UTC)",
  "Points",
  "Tier",
];
const orderCells = (order: AdminOrder): (string | number)[] => [
  order.id,
  order.buyer,
  order.userId,
  order.items.map(({ name, quantity }) => `${quantity} × ${name}`).join(", "),
  order.total ?? "",
  order.currency,
  ORDER_STATE_NAMES[order.state],
  order.createdAt,
  order.paidAt ?? "",
  order.creditedAt ?? "",
  order.points,
  order.tier ?? "",
];

type OrdersScreenProps = SearchProps<OrderSearch>;

/** Everybody's orders, newest first, and above them what nobody has settled yet. */
const OrdersScreen = ({ search, onSearch }: OrdersScreenProps) => {
  const utils = trpc.useUtils();
  const input = orderInputOf(search);
  const { sort } = search;
  const sorting = { sort, onSort: (next: typeof sort) => onSearch({ sort: next }) };
  const list = trpc.orders.all.useInfiniteQuery(
    { ...input, sort, limit: PAGE_SIZE },
    { ...PAGED, staleTime: LOADED_FRESH_MS },
  );
  const flags = useOpenFlags(input.orderId);
  // They stand above the orders: until it is known how many there are, nothing below can have its place.
  const isPlaced = !flags.isPending;
  const orders = isPlaced ? itemsOf(list.data) : undefined;
  const { nameOf, remember } = useNames((id) => {
    const buyer = orders?.find(({ userId }) => userId === id)?.buyer;
    return buyer === undefined ? undefined : { id, firstName: buyer, lastName: "" };
  });
  const question = useQuestion();
  const clear = () => onSearch({ ...clearedSearch(orderSearch), sort });

  return (
    <>
      <ListScreen
        // Another one then: what stood in another place has not moved.
        key={isPlaced ? "placed" : "first"}
        eyebrow={SHOP_ADMIN.eyebrow}
        title={SHOP_ADMIN.orders.title}
        showsCount
        actions={
          <CsvButton
            name="orders"
            columns={ORDER_CSV}
            lineOf={orderCells}
            query={utils.orders.all}
            input={{ ...input, sort }}
          />
        }
        columns={isPlaced ? <OrderColumns {...sorting} /> : undefined}
        filters={
          isPlaced && (
            <>
              <OpenFlags list={flags} />
              <OrderFilters
                search={search}
                onSearch={onSearch}
                nameOf={nameOf}
                onPerson={(person) => {
                  remember(person);
                  onSearch({ user: person?.id });
                }}
                onClear={clear}
                sorting={sorting}
              />
            </>
          )
        }
        list={list}
        items={orders}
        counted={["order", "orders"]}
        failure={ORDERS.allFailed}
        skeletons={<OrderRowSkeletons />}
        noMatch={isNarrowed(input) ? { ...SHOP_ADMIN.orders.noMatch, onClear: clear } : null}
        empty={<EmptyPanel {...SHOP_ADMIN.orders.empty} />}
      >
        {(order) => (
          <OrderRow
            key={`${order.id} ${order.id === input.orderId}`}
            order={order}
            isOpenAtFirst={order.id === input.orderId}
            onBuyer={() => onSearch({ user: order.userId })}
            onConfirm={() => question.ask(order)}
          />
        )}
      </ListScreen>
      {question.dialog}
    </>
  );
};

export const Inbox = withSearch(InboxScreen);
export const Orders = withSearch(OrdersScreen);

export const loadOrders = forThose<OrderSearch>("orders", ({ queries, search }) => {
  const input = { ...orderInputOf(search), sort: search.sort, limit: PAGE_SIZE };
  void queries.orders.flags.prefetchInfinite(flagInputOf(search.order), FRESH_PAGES);
  void queries.orders.all.prefetchInfinite(input, FRESH_PAGES);
});

export const loadInbox = forThose<InboxSearch>("orders", ({ queries, search }) => {
  const input = { ...inboxInputOf(search), sort: search.sort, limit: PAGE_SIZE };
  void queries.orders.events.prefetchInfinite(input, FRESH_PAGES);
});
