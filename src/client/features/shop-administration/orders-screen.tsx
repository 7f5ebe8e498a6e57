import { keepPreviousData } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { ConfirmDialog } from "#client/components/confirm-dialog.tsx";
import { EmptyPanel } from "#client/components/empty-panel.tsx";
import { PagedList } from "#client/components/paged-list.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { trpc } from "#client/lib/trpc.ts";
import { PAGE_SIZE } from "#shared/constants/lists.ts";
import type { Person } from "#shared/schemas/members.ts";
import type { AdminOrder } from "#shared/schemas/orders.ts";
import { ORDERS } from "#shared/shop-messages.ts";
import type { OrderSearch } from "./list-search.ts";
import { OpenFlags } from "./open-flags.tsx";
import { OrderFilters } from "./order-filters.tsx";
import { OrderRow, OrderRowSkeletons } from "./order-row.tsx";
import { EVERY_ORDER, isNarrowed, orderInputOf } from "./shop-filters.ts";
import { useConfirm } from "./use-order-acts.ts";

/** What a buyer is called: one that was chosen here, else as the orders shown say. */
const useBuyers = (orders: readonly AdminOrder[] | undefined) => {
  const [chosen, setChosen] = useState<readonly Person[]>([]);
  const nameOf = (id: string) => {
    const shown = orders?.find(({ userId }) => userId === id)?.buyer;
    const person = chosen.find((one) => one.id === id);
    return shown ?? (person === undefined ? id : `${person.firstName} ${person.lastName}`.trim());
  };
  return { nameOf, remember: (person: Person) => setChosen((known) => [...known, person]) };
};

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
      title={`Confirm order #${order.id}?`}
      text={
        <p>
          The store is asked whether this order is paid. If it is, what was bought is credited to{" "}
          <span className="font-semibold wrap-anywhere text-bone">{order.buyer}</span> now. Should
          the store tell us of it later, nothing is credited twice.
        </p>
      }
      action="Ask and credit"
      isDangerous={false}
      isBusy={isPending}
      error={problem}
      onConfirm={() => mutate({ orderId: order.id })}
      onClose={close}
    />
  );
  return { ask, dialog };
};

type OrdersScreenProps = {
  /** Which are shown, from the address. */
  search: OrderSearch;
  onSearch: (change: Partial<OrderSearch>) => void;
};

/** Everybody's orders, newest first, and above them what nobody has settled yet. */
export const OrdersScreen = ({ search, onSearch }: OrdersScreenProps) => {
  const input = orderInputOf(search);
  const list = trpc.orders.all.useInfiniteQuery(
    { ...input, limit: PAGE_SIZE },
    {
      getNextPageParam: (page) => page.nextCursor,
      placeholderData: keepPreviousData,
      staleTime: 0,
    },
  );
  const orders = list.data?.pages.flatMap(({ items }) => items);
  const { nameOf, remember } = useBuyers(orders);
  const question = useQuestion();
  const heading = useRef<HTMLHeadingElement>(null);
  const clear = () => {
    heading.current?.focus({ preventScroll: true });
    onSearch(EVERY_ORDER);
  };
  const clearButton = (
    <Button variant="outline" onClick={clear}>
      Clear
    </Button>
  );

  return (
    <>
      <p className="eyebrow">Administration</p>
      <h1 ref={heading} tabIndex={-1} className="headline mt-2 text-5xl outline-none md:text-6xl">
        Orders
      </h1>
      <OpenFlags />
      <OrderFilters
        search={search}
        onSearch={onSearch}
        nameOf={nameOf}
        onPerson={(person) => {
          if (person !== null) remember(person);
          onSearch({ user: person?.id });
        }}
        onClear={() => onSearch(EVERY_ORDER)}
      />
      <div className="mt-6">
        <PagedList
          list={list}
          items={orders}
          label="Orders"
          counted={["order", "orders"]}
          failure={ORDERS.allFailed}
          look="cards"
          skeletons={<OrderRowSkeletons />}
          empty={
            isNarrowed(input) ? (
              <EmptyPanel title="No order matches." text="Try another state or another person.">
                {clearButton}
              </EmptyPanel>
            ) : (
              <EmptyPanel
                title="No orders yet"
                text="As soon as somebody checks out, their order stands here with its whole way."
              />
            )
          }
        >
          {(order) => (
            <OrderRow
              key={order.id}
              order={order}
              onBuyer={() => onSearch({ user: order.userId })}
              onConfirm={() => question.ask(order)}
            />
          )}
        </PagedList>
      </div>
      {question.dialog}
    </>
  );
};
