import { Link } from "@tanstack/react-router";
import { Flag as FlagIcon } from "lucide-react";
import { SortColumn, type Sorting } from "#client/components/list-tools.tsx";
import { Moment } from "#client/components/marks.tsx";
import {
  itemsByPackage,
  OrderGain,
  OrderItems,
  OrderStateMark,
  Renewals,
} from "#client/components/orders/order-parts.tsx";
import { OrderWay } from "#client/components/orders/order-way.tsx";
import {
  ColumnName,
  ColumnNames,
  OpeningRow,
  PagedList,
  SkeletonRows,
} from "#client/components/paged-list.tsx";
import { Skeleton } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { messageOf } from "#client/lib/api-error.ts";
import { cn } from "#client/lib/cn.ts";
import { itemsOf, PAGED } from "#client/lib/lists.ts";
import { useSite } from "#client/lib/site.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import { PAGE_SIZE } from "#shared/constants/lists.ts";
import { LOADED_FRESH_MS } from "#shared/constants/time.ts";
import { TITLES } from "#shared/messages.ts";
import { pointsText, priceText } from "#shared/rules/format.ts";
import type { AdminOrder, Flag } from "#shared/schemas/orders.ts";
import { FLAG_NAMES, SHOP_ADMIN_ACTS } from "#shared/shop-admin-messages.ts";
import { ORDERS } from "#shared/shop-messages.ts";

/** Says in a toast what came of an act, and looks at everything about orders again. */
const useAnswer = (failure: string) => {
  const { orders } = trpc.useUtils();
  return {
    onSuccess: (sentence: string) => toast("success", sentence, "admin"),
    onError: (error: unknown) => toast("error", messageOf(error) ?? failure, "admin"),
    onSettled: () => orders.invalidate(),
  };
};

/** Works on an event again. */
export const useReplay = () => trpc.orders.replay.useMutation(useAnswer(ORDERS.replayFailed));

/** Marks something that needed a look as settled. */
const useSettle = () => trpc.orders.resolveFlag.useMutation(useAnswer(ORDERS.resolveFailed));

/** Credits a payment that did not fit its order. */
const useConfirmPayment = () =>
  trpc.orders.confirmPayment.useMutation(useAnswer(ORDERS.paymentConfirmFailed));

/**
 * Credits an order without its event. The dialog that asked says why it did not work.
 * @param onDone it is credited.
 */
export const useConfirm = (onDone: () => void) => {
  const { onSuccess, onSettled } = useAnswer(ORDERS.confirmFailed);
  const { mutate, reset, isPending, error } = trpc.orders.confirm.useMutation({
    onSuccess: (sentence) => {
      onSuccess(sentence);
      onDone();
    },
    onSettled,
  });
  return {
    mutate,
    reset,
    isPending,
    problem: error === null ? null : (messageOf(error) ?? ORDERS.confirmFailed),
  };
};

/** Gives what a payment brings that did not fit its order. */
const ConfirmPayment = ({ paymentId, orderId }: { paymentId: number; orderId: number | null }) => {
  const { mutate, isPending } = useConfirmPayment();
  return (
    <Button
      size="sm"
      isBusy={isPending}
      aria-label={orderId === null ? SHOP_ADMIN_ACTS.credit : SHOP_ADMIN_ACTS.creditOf(orderId)}
      onClick={() => mutate({ paymentId })}
    >
      Credit
    </Button>
  );
};

const FLAG_LINK =
  "inline-flex min-h-6 items-center underline decoration-ground-500 underline-offset-4 transition-colors hover:text-accent-strong";

const FlagRow = ({ flag }: { flag: Flag }) => {
  const { id, kind, orderId, paymentId, details, createdAt } = flag;
  const { mutate, isPending } = useSettle();
  const name = FLAG_NAMES[kind];
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-2.5 px-4 py-3.5 sm:gap-x-5 @2xl:grid-cols-[auto_minmax(0,1fr)_auto] @2xl:items-center @2xl:px-5">
      <span
        aria-hidden
        className="hexagon grid h-11 w-[2.4rem] shrink-0 place-items-center bg-ember/15 text-ember"
      >
        <FlagIcon className="size-5" />
      </span>
      <div className="min-w-0">
        <p className="leading-snug font-semibold text-ink">{name}</p>
        <p className="mt-0.5 text-sm wrap-anywhere text-muted">{details}</p>
        <p className="mt-0.5 flex flex-wrap gap-x-3 text-sm text-faint">
          <Moment at={createdAt} />
          {orderId !== null && (
            <>
              <Link to="/member/admin/orders" search={{ order: orderId }} className={FLAG_LINK}>
                {TITLES.order(orderId)}
              </Link>
              <Link to="/member/admin/inbox" search={{ order: orderId }} className={FLAG_LINK}>
                {SHOP_ADMIN_ACTS.eventsOf(orderId)}
              </Link>
            </>
          )}
        </p>
      </div>
      <div className="col-start-2 flex flex-wrap gap-2 justify-self-start @2xl:col-start-3">
        {paymentId !== null && <ConfirmPayment paymentId={paymentId} orderId={orderId} />}
        <Button
          variant="outline"
          size="sm"
          isBusy={isPending}
          aria-label={`Settle: ${name}${orderId === null ? "" : `, order #${orderId}`}`}
          onClick={() => mutate({ id })}
        >
          Settle
        </Button>
      </div>
    </li>
  );
};

/** What the server is asked for: all that nobody has settled yet, or what is about one order. */
export const flagInputOf = (orderId: number | undefined) => ({
  isResolved: false,
  orderId,
  limit: PAGE_SIZE,
});

/** What an Admin should look at and nobody has settled yet. */
export const useOpenFlags = (orderId: number | undefined) =>
  trpc.orders.flags.useInfiniteQuery(flagInputOf(orderId), {
    ...PAGED,
    staleTime: LOADED_FRESH_MS,
  });

/** The same as a list; nothing where there is nothing. */
export const OpenFlags = ({ list }: { list: ReturnType<typeof useOpenFlags> }) => {
  const flags = itemsOf(list.data);
  if (!list.isError && (flags === undefined || flags.length === 0)) return null;
  return (
    <section aria-labelledby="open-flags" className="mt-3 mb-5">
      <h2 id="open-flags" className="headline mb-2 text-xl">
        {SHOP_ADMIN_ACTS.needsLook}
      </h2>
      <PagedList
        list={list}
        items={flags}
        label={SHOP_ADMIN_ACTS.needsLook}
        counted={["entry", "entries"]}
        failure={ORDERS.flagsFailed}
        skeletons={null}
        empty={null}
      >
        {(flag) => <FlagRow key={flag.id} flag={flag} />}
      </PagedList>
    </section>
  );
};

const ROW =
  "relative grid min-h-11 grid-cols-[3.5rem_minmax(0,1fr)_1rem] items-center gap-x-3 gap-y-0.5 px-4 py-2 text-sm @3xl:grid-cols-[3.5rem_minmax(0,8rem)_minmax(0,1fr)_5.5rem_6.5rem_10.5rem_1rem] @5xl:grid-cols-[3.5rem_minmax(0,9rem)_minmax(0,1fr)_5.5rem_6.5rem_10.5rem_10.5rem_1rem] @6xl:grid-cols-[3.5rem_minmax(0,11rem)_minmax(0,1fr)_5.5rem_6.5rem_6rem_10.5rem_10.5rem_1rem] @3xl:gap-x-4 @3xl:py-1";
const LINK =
  "inline-flex min-h-9 items-center font-semibold text-muted underline decoration-ground-500 underline-offset-4 transition-colors hover:text-accent-strong";

/** What the columns of the list are called. */
export const OrderColumns = (sorting: Sorting<"number" | "total" | "state" | "paid">) => (
  <ColumnNames className={ROW}>
    <SortColumn {...sorting} name="number" first="-number" isOwn>
      Order
    </SortColumn>
    <ColumnName>Member</ColumnName>
    <ColumnName>Items</ColumnName>
    <SortColumn {...sorting} name="total" first="-total" isRight>
      Total
    </SortColumn>
    <SortColumn {...sorting} name="state" first="state">
      State
    </SortColumn>
    <ColumnName isRight isWide>
      Credited
    </ColumnName>
    <SortColumn {...sorting} name="paid" first="-paid" isRight className="@max-5xl:hidden">
      Paid
    </SortColumn>
    <ColumnName isRight>Begun</ColumnName>
  </ColumnNames>
);

/** Whether it may have been paid without our having heard of it. */
const mayBeConfirmed = ({ state, ident, creditedAt, payments }: AdminOrder) =>
  creditedAt === null &&
  payments.every(({ review }) => review === null) &&
  ident !== null &&
  state !== "refunded" &&
  state !== "disputed";

const Flags = ({ order: { id, flags } }: { order: AdminOrder }) =>
  flags.length > 0 && (
    <ul aria-label={SHOP_ADMIN_ACTS.neededLook(id)} className="space-y-1.5">
      {flags.map((flag) => (
        <li key={flag.id} className="flex gap-2">
          <FlagIcon
            aria-hidden
            className={cn(
              "mt-0.5 size-4 shrink-0",
              flag.resolvedAt === null ? "text-ember" : "text-faint",
            )}
          />
          <span className="min-w-0 wrap-anywhere text-muted">
            <span className="font-semibold text-ink">{FLAG_NAMES[flag.kind]}.</span> {flag.details}
            {flag.resolvedAt !== null && <span className="text-faint"> Settled.</span>}
          </span>
        </li>
      ))}
    </ul>
  );

type OrderRowProps = {
  order: AdminOrder;
  /** Whether it is what one came for. */
  isOpenAtFirst: boolean;
  onBuyer: () => void;
  onConfirm: () => void;
};

/** The steps of an order, what it brought, and what an Admin can do about it. */
const OrderDetails = ({ order, onConfirm }: Pick<OrderRowProps, "order" | "onConfirm">) => {
  const { id, userId, buyer, payments } = order;
  const transactionId = payments.find(({ sequence }) => sequence === "first")?.transactionId;
  return (
    <>
      <Flags order={order} />
      <OrderWay order={order} isShort />
      <OrderItems order={order} />
      <Renewals order={order} />
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <OrderGain order={order} />
        {transactionId != null && (
          <span className="wrap-anywhere text-faint select-all">{transactionId}</span>
        )}
        <span className="flex flex-wrap items-center gap-x-5 gap-y-2 @2xl:ml-auto">
          <Link to="/member/admin/users/$id" params={{ id: userId }} className={LINK}>
            Member<span className="sr-only"> {buyer}</span>
          </Link>
          <Link to="/member/points" search={{ user: userId }} className={LINK}>
            Statement<span className="sr-only"> of {buyer}</span>
          </Link>
          <Link to="/member/admin/inbox" search={{ order: id }} className={LINK}>
            Events<span className="sr-only"> of order #{id}</span>
          </Link>
          {mayBeConfirmed(order) && (
            <Button
              variant="outline"
              size="sm"
              aria-label={`Confirm order #${id}`}
              onClick={onConfirm}
            >
              Confirm
            </Button>
          )}
        </span>
      </div>
    </>
  );
};

/** An order as Admins see it: whose it is, what for and how it stands; opened, its way and its acts. */
export const OrderRow = ({ order, isOpenAtFirst, onBuyer, onConfirm }: OrderRowProps) => {
  const { brand } = useSite();
  const { id, state, total, currency, createdAt, paidAt, buyer, items, flags, points } = order;
  const asked = items.reduce((sum, { price }) => sum + price, 0);
  const what = itemsByPackage(items)
    .map(({ name, quantity }) => (quantity > 1 ? `${quantity} × ${name}` : name))
    .join(", ");
  return (
    <OpeningRow
      className={ROW}
      label={`Order #${id}`}
      name={
        <>
          <span className="sr-only">Order </span>#{id}
        </>
      }
      isOpenAtFirst={isOpenAtFirst}
      details={<OrderDetails order={order} onConfirm={onConfirm} />}
    >
      <span className="flex min-w-0 items-center gap-2">
        <button
          type="button"
          title={SHOP_ADMIN_ACTS.onlyTheirOrders}
          className="relative z-1 min-h-6 min-w-6 truncate rounded-sm text-left text-ink underline decoration-ground-500 underline-offset-4 transition-colors hover:text-accent-strong hover:decoration-accent"
          onClick={onBuyer}
        >
          {buyer}
        </button>
        {flags.some(({ resolvedAt }) => resolvedAt === null) && (
          <span title={SHOP_ADMIN_ACTS.needsLook} className="text-ember">
            <FlagIcon className="size-4" aria-hidden />
            <span className="sr-only">{SHOP_ADMIN_ACTS.needsLook}</span>
          </span>
        )}
      </span>
      <span className="truncate text-muted @max-3xl:hidden" title={what}>
        {what}
      </span>
      <span className="text-right tabular-nums @max-3xl:col-start-2 @max-3xl:row-start-2">
        <span className="sr-only">{total === null ? SHOP_ADMIN_ACTS.asked : "Total"}: </span>
        <span
          className={cn(total === null && "text-faint")}
          title={total === null ? SHOP_ADMIN_ACTS.asked : undefined}
        >
          {priceText(total ?? asked, currency)}
        </span>
      </span>
      <span className="@max-3xl:col-start-2 @max-3xl:row-start-2 @max-3xl:justify-self-start">
        <OrderStateMark state={state} />
      </span>
      <span className="text-right tabular-nums @max-6xl:hidden">
        {points > 0 && (
          <span className="text-moss">
            +{pointsText(points)} {brand.currency}
          </span>
        )}
      </span>
      <span className="text-right whitespace-nowrap text-faint tabular-nums @max-5xl:hidden">
        {paidAt !== null && (
          <>
            <span className="sr-only">Paid </span>
            <Moment at={paidAt} />
          </>
        )}
      </span>
      <Moment
        at={createdAt}
        className="whitespace-nowrap text-faint tabular-nums @max-3xl:col-start-2 @3xl:text-right"
      />
    </OpeningRow>
  );
};

/** Holds the place of the first orders. */
export const OrderRowSkeletons = () => (
  <SkeletonRows rows={12} className={ROW}>
    <Skeleton className="h-5 w-10" />
    <Skeleton className="h-5 w-40 max-w-full" />
    <Skeleton className="h-5 w-full @max-3xl:hidden" />
    <Skeleton className="h-5 w-full @max-3xl:hidden" />
    <Skeleton className="h-5 w-16 @max-3xl:col-start-2" />
    <Skeleton className="h-5 w-full @max-5xl:hidden" />
    <Skeleton className="h-5 w-full @max-6xl:hidden" />
    <Skeleton className="h-5 w-36 max-w-full @max-3xl:col-start-2" />
  </SkeletonRows>
);
