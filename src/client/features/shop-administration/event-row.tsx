import {
  Ban,
  CalendarHeart,
  CreditCard,
  type LucideIcon,
  RotateCcw,
  Scale,
  Undo2,
} from "lucide-react";
import { SkeletonRows } from "#client/components/paged-list.tsx";
import { TimeAgo } from "#client/components/time-ago.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { Skeleton } from "#client/components/ui/skeleton.tsx";
import { cn } from "#client/lib/cn.ts";
import { exactTime } from "#client/lib/time.ts";
import type { EventState } from "#shared/constants/shop.ts";
import type { InboxEvent } from "#shared/schemas/orders.ts";
import { EVENT_STATE_NAMES, SHOP_ADMIN_ACTS, eventName } from "#shared/shop-admin-messages.ts";
import { useReplay } from "./use-order-acts.ts";

/** How an event stands, in colours. */
const EVENT_STATE_TONES: Readonly<Record<EventState, string>> = {
  waiting: "bg-amber/15 text-amber-strong",
  done: "bg-moss/15 text-moss",
  flagged: "bg-ember/15 text-ember",
  ignored: "bg-night-700 text-muted",
};

const ROW =
  "grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 px-4 py-3.5 sm:gap-x-5 @2xl:px-5";
const MARK = "hexagon grid h-11 w-[2.4rem] shrink-0 place-items-center";

const ICONS: Readonly<Record<string, LucideIcon>> = {
  "payment.declined": Ban,
  "payment.refunded": Undo2,
  "payment.dispute.opened": Scale,
  "payment.dispute.won": Scale,
  "payment.dispute.lost": Scale,
  "payment.dispute.closed": Scale,
  "recurring-payment.started": CalendarHeart,
  "recurring-payment.renewed": CalendarHeart,
  "recurring-payment.ended": CalendarHeart,
  "recurring-payment.cancellation.requested": CalendarHeart,
  "recurring-payment.cancellation.aborted": CalendarHeart,
};

/** How it went with working on it, where that is worth a word. */
const outcomeOf = ({ doneAt, attempts, error }: InboxEvent): string | null => {
  if (error !== null)
    return `${error} ${attempts === 1 ? "Tried once." : `Tried ${attempts} times.`}`;
  return doneAt === null || attempts < 2
    ? null
    : SHOP_ADMIN_ACTS.workedOn(attempts, exactTime(new Date(doneAt)));
};

/** Something that Tebex has told us, and what became of it. */
export const EventRow = ({ event, onOrder }: { event: InboxEvent; onOrder: () => void }) => {
  const { mutate, isPending } = useReplay();
  const { id, type, state, receivedAt, transactionId, orderId, error } = event;
  const Icon = ICONS[type] ?? CreditCard;
  const name = eventName(type);
  const outcome = outcomeOf(event);
  return (
    <li className={ROW}>
      <span
        aria-hidden
        className={cn(
          MARK,
          error === null && state !== "flagged"
            ? "bg-night-700 text-muted"
            : "bg-ember/15 text-ember",
        )}
      >
        <Icon className="size-5" />
      </span>
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 leading-snug">
          <span className="font-semibold text-bone" title={type}>
            {name}
          </span>
          <span
            className={cn(
              "rounded-full px-2.5 py-0.5 text-xs leading-4 font-semibold whitespace-nowrap",
              EVENT_STATE_TONES[state],
            )}
          >
            {EVENT_STATE_NAMES[state]}
          </span>
        </p>
        <p className="mt-1 flex flex-wrap items-baseline gap-x-3 gap-y-0.5 text-sm text-faint">
          <TimeAgo at={receivedAt} />
          {orderId !== null && (
            <button
              type="button"
              title={SHOP_ADMIN_ACTS.onlyThisOrder}
              className="rounded-sm text-muted underline decoration-night-500 underline-offset-4 transition-colors hover:text-amber-strong"
              onClick={onOrder}
            >
              Order #{orderId}
            </button>
          )}
          {transactionId !== null && (
            <span className="wrap-anywhere select-all">{transactionId}</span>
          )}
        </p>
        {outcome !== null && (
          <p
            className={cn(
              "mt-1 text-sm text-pretty wrap-anywhere",
              error === null ? "text-faint" : "text-ember",
            )}
          >
            {outcome}
          </p>
        )}
      </div>
      <Button
        variant="outline"
        size="sm"
        className="max-md:h-11"
        title={SHOP_ADMIN_ACTS.workAgain}
        isBusy={isPending}
        aria-label={`Replay: ${name}, event ${id}`}
        onClick={() => mutate({ id })}
      >
        {!isPending && <RotateCcw aria-hidden />}
        <span className="hidden @2xl:inline">Replay</span>
      </Button>
    </li>
  );
};

/** Holds the place of the first events. */
export const EventRowSkeletons = () => (
  <SkeletonRows rows={6} className={ROW}>
    <Skeleton className={MARK} />
    <div className="min-w-0">
      <Skeleton className="h-5 w-48 max-w-full" />
      <Skeleton className="mt-1.5 h-4 w-64 max-w-full" />
    </div>
    <Skeleton className="h-11 w-10 md:h-9 @2xl:w-24" />
  </SkeletonRows>
);
