import { Link } from "@tanstack/react-router";
import { Flag as FlagIcon } from "lucide-react";
import { useId } from "react";
import {
  OrderGain,
  OrderItems,
  OrderState,
  Renewals,
} from "#client/components/orders/order-parts.tsx";
import { OrderWay } from "#client/components/orders/order-way.tsx";
import { SkeletonRows } from "#client/components/paged-list.tsx";
import { TimeAgo } from "#client/components/time-ago.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { Skeleton } from "#client/components/ui/skeleton.tsx";
import { cn } from "#client/lib/cn.ts";
import { priceText } from "#client/lib/money.ts";
import type { AdminOrder } from "#shared/schemas/orders.ts";
import { SHOP_ADMIN_ACTS, FLAG_NAMES } from "#shared/shop-admin-messages.ts";

const CARD = "panel @container p-4 sm:p-6";
const LINK =
  "inline-flex min-h-9 items-center font-semibold text-muted underline decoration-night-500 underline-offset-4 transition-colors hover:text-amber-strong";

/** Whether it may have been paid without our having heard of it. */
const mayBeConfirmed = ({ state, ident, creditedAt, payments }: AdminOrder) =>
  creditedAt === null &&
  payments.every(({ review }) => review === null) &&
  ident !== null &&
  state !== "refunded" &&
  state !== "disputed";

const Flags = ({ order: { id, flags } }: { order: AdminOrder }) =>
  flags.length > 0 && (
    <ul aria-label={SHOP_ADMIN_ACTS.neededLook(id)} className="mt-4 space-y-1.5 text-sm">
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
            <span className="font-semibold text-bone">{FLAG_NAMES[flag.kind]}.</span> {flag.details}
            {flag.resolvedAt !== null && <span className="text-faint"> Settled.</span>}
          </span>
        </li>
      ))}
    </ul>
  );

type OrderRowProps = {
  order: AdminOrder;
  onBuyer: () => void;
  onConfirm: () => void;
};

/** An order as Admins see it: whose it is, its way, and what needed a look. */
export const OrderRow = ({ order, onBuyer, onConfirm }: OrderRowProps) => {
  const heading = useId();
  const { id, state, total, currency, createdAt, userId, buyer, payments } = order;
  const transactionId = payments.find(({ sequence }) => sequence === "first")?.transactionId;
  return (
    <li>
      <article aria-labelledby={heading} className={CARD}>
        <div className="flex items-start justify-between gap-x-6">
          <div className="min-w-0 flex-1">
            <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
              <h2 id={heading} className="headline text-2xl sm:text-3xl">
                Order #{id}
              </h2>
              <button
                type="button"
                title={SHOP_ADMIN_ACTS.onlyTheirOrders}
                className="rounded-sm text-left font-semibold wrap-anywhere text-bone underline decoration-night-500 underline-offset-4 transition-colors hover:text-amber-strong hover:decoration-amber"
                onClick={onBuyer}
              >
                {buyer}
              </button>
            </div>
            <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-faint">
              <OrderState state={state} />
              <TimeAgo at={createdAt} />
              {transactionId != null && (
                <span className="wrap-anywhere select-all">{transactionId}</span>
              )}
            </p>
          </div>
          {total !== null && (
            <p className="font-display text-2xl leading-none font-extrabold tabular-nums sm:text-3xl">
              <span className="sr-only">Total: </span>
              {priceText(total, currency)}
            </p>
          )}
        </div>
        <Flags order={order} />
        <div className="mt-4 border-t border-night-700 pt-4">
          <OrderItems order={order} />
        </div>
        <div className="mt-5">
          <OrderWay order={order} isShort />
        </div>
        <div className="mt-4 empty:hidden">
          <Renewals order={order} />
        </div>
        <div className="mt-4 flex flex-wrap items-center gap-x-5 gap-y-2">
          <OrderGain order={order} />
          <span className="flex flex-wrap items-center gap-x-5 gap-y-2 text-sm @2xl:ml-auto">
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
      </article>
    </li>
  );
};

/** Holds the place of the first orders. */
export const OrderRowSkeletons = () => (
  <SkeletonRows rows={4} look="cards" className={CARD}>
    <Skeleton className="h-7 w-64 max-w-full" />
    <Skeleton className="mt-2.5 h-6 w-44" />
    <Skeleton className="mt-5 h-6 w-full" />
    <Skeleton className="mt-5 h-6 w-full @2xl:h-14" />
    <Skeleton className="mt-4 h-9 w-40" />
  </SkeletonRows>
);
