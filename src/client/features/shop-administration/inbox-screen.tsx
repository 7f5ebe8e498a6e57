import { Link } from "@tanstack/react-router";
import {
  Ban,
  CalendarHeart,
  CreditCard,
  type LucideIcon,
  RotateCcw,
  Scale,
  Undo2,
} from "lucide-react";
import { ListScreen } from "#client/components/list-screen.tsx";
import { CsvButton, SortColumn, type Sorting } from "#client/components/list-tools.tsx";
import { Moment } from "#client/components/marks.tsx";
import {
  ColumnName,
  ColumnNames,
  OpeningRow,
  SkeletonRows,
} from "#client/components/paged-list.tsx";
import { EmptyPanel } from "#client/components/panels.tsx";
import { Skeleton } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { cn } from "#client/lib/cn.ts";
import { clearedSearch, isNarrowed, itemsOf, PAGED } from "#client/lib/lists.ts";
import { type InboxSearch, inboxSearch } from "#client/lib/routing/list-searches.ts";
import type { SearchProps } from "#client/lib/routing/with-search.tsx";
import { exactTime } from "#client/lib/time.ts";
import { trpc } from "#client/lib/trpc.ts";
import { PAGE_SIZE } from "#shared/constants/lists.ts";
import type { EventState } from "#shared/constants/shop.ts";
import { LOADED_FRESH_MS } from "#shared/constants/time.ts";
import type { InboxEvent } from "#shared/schemas/orders.ts";
import {
  EVENT_STATE_NAMES,
  eventName,
  SHOP_ADMIN,
  SHOP_ADMIN_ACTS,
} from "#shared/shop-admin-messages.ts";
import { ORDERS } from "#shared/shop-messages.ts";
import { useReplay } from "./order-row.tsx";
import { InboxFilters, inboxInputOf } from "./shop-filters.tsx";

/** How an event stands, in colours. */
const EVENT_STATE_TONES: Readonly<Record<EventState, string>> = {
  waiting: "bg-accent/15 text-accent-strong",
  done: "bg-moss/15 text-moss",
  flagged: "bg-ember/15 text-ember",
  ignored: "bg-ground-700 text-muted",
};

const ROW =
  "relative grid min-h-11 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-0.5 px-4 py-2 text-sm @3xl:grid-cols-[auto_minmax(0,15rem)_7.5rem_5.5rem_minmax(0,1fr)_10.5rem_1rem] @3xl:gap-x-4 @3xl:py-1";
const MARK = "hexagon grid h-7 w-[1.52rem] shrink-0 place-items-center";

/** What the columns of the list are called. */
const EventColumns = (sorting: Sorting<"received" | "state" | "order">) => (
  <ColumnNames className={ROW}>
    <td className="w-[1.52rem]" />
    <ColumnName>Event</ColumnName>
    <SortColumn {...sorting} name="state" first="state">
      State
    </SortColumn>
    <SortColumn {...sorting} name="order" first="-order">
      Order
    </SortColumn>
    <ColumnName>Transaction</ColumnName>
    <SortColumn {...sorting} name="received" first="-received" isOwn isRight>
      Received
    </SortColumn>
  </ColumnNames>
);

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

/** What became of an event, and the way to have it worked on again. */
const EventDetails = ({ event }: { event: InboxEvent }) => {
  const { mutate, isPending } = useReplay();
  const { id, eventId, type, at, error, orderId } = event;
  const outcome = outcomeOf(event);
  return (
    <>
      {outcome !== null && (
        <p
          className={cn("text-pretty wrap-anywhere", error === null ? "text-muted" : "text-ember")}
        >
          {outcome}
        </p>
      )}
      <dl className="flex flex-wrap gap-x-6 gap-y-1">
        {[
          [SHOP_ADMIN_ACTS.happened, <Moment key="at" at={at} />] as const,
          [SHOP_ADMIN_ACTS.eventType, type] as const,
          [SHOP_ADMIN_ACTS.eventId, eventId] as const,
        ].map(([name, value]) => (
          <div key={name} className="flex flex-wrap gap-x-2">
            <dt className="text-faint">{name}</dt>
            <dd className="wrap-anywhere text-ink tabular-nums select-all">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <Button
          variant="outline"
          size="sm"
          className="max-md:h-11"
          title={SHOP_ADMIN_ACTS.workAgain}
          isBusy={isPending}
          aria-label={`Replay: ${eventName(type)}, event ${id}`}
          onClick={() => mutate({ id })}
        >
          {!isPending && <RotateCcw aria-hidden />}
          Replay
        </Button>
        {orderId !== null && (
          <Link
            to="/member/admin/orders"
            search={{ order: orderId }}
            className="inline-flex min-h-9 items-center font-semibold text-muted underline decoration-ground-500 underline-offset-4 transition-colors hover:text-accent-strong"
          >
            {SHOP_ADMIN_ACTS.seeOrder}
            <span className="sr-only"> #{orderId}</span>
          </Link>
        )}
      </div>
    </>
  );
};

/** Something that Tebex has told us, and what became of it; opened, how that went. */
const EventRow = ({ event, onOrder }: { event: InboxEvent; onOrder: () => void }) => {
  const { type, state, receivedAt, transactionId, orderId, error } = event;
  const Icon = ICONS[type] ?? CreditCard;
  return (
    <OpeningRow
      className={ROW}
      mark={
        <span
          aria-hidden
          className={cn(
            MARK,
            error === null && state !== "flagged"
              ? "bg-ground-700 text-muted"
              : "bg-ember/15 text-ember",
          )}
        >
          <Icon className="size-3.5" />
        </span>
      }
      name={eventName(type)}
      nameProps={{ title: type }}
      details={
        <>
          {transactionId !== null && (
            <p className="wrap-anywhere text-muted select-all @3xl:hidden">{transactionId}</p>
          )}
          <EventDetails event={event} />
        </>
      }
    >
      <span className="@max-3xl:col-start-2">
        <span
          className={cn(
            "rounded-full px-2.5 py-0.5 text-xs leading-4 font-semibold whitespace-nowrap",
            EVENT_STATE_TONES[state],
          )}
        >
          {EVENT_STATE_NAMES[state]}
        </span>
      </span>
      <span className="@max-3xl:col-start-2 @max-3xl:empty:hidden">
        {orderId !== null && (
          <button
            type="button"
            title={SHOP_ADMIN_ACTS.onlyThisOrder}
            aria-label={`Order #${orderId}`}
            className="relative z-1 min-h-6 min-w-6 rounded-sm text-ink tabular-nums underline decoration-ground-500 underline-offset-4 transition-colors hover:text-accent-strong"
            onClick={onOrder}
          >
            #{orderId}
          </button>
        )}
      </span>
      <span className="truncate text-faint @max-3xl:hidden" title={transactionId ?? undefined}>
        {transactionId}
      </span>
      <Moment
        at={receivedAt}
        className="whitespace-nowrap text-faint tabular-nums @max-3xl:col-start-2 @3xl:text-right"
      />
    </OpeningRow>
  );
};

/** Holds the place of the first events. */
const EventRowSkeletons = () => (
  <SkeletonRows rows={12} className={ROW}>
    <Skeleton className={MARK} />
    <Skeleton className="h-5 w-44 max-w-full" />
    <Skeleton className="h-5 w-20 max-w-full @max-3xl:col-start-2" />
    <Skeleton className="h-5 w-10 @max-3xl:hidden" />
    <Skeleton className="h-5 w-52 max-w-full @max-3xl:hidden" />
    <Skeleton className="h-5 w-36 max-w-full @max-3xl:col-start-2" />
  </SkeletonRows>
);

const EVENT_CSV = [
  "ID",
  "Event",
  "Type",
  "State",
  "Order",
  "Transaction",
  "Happened (UTC)",
  "Received (UTC)",
  "Processed (UTC)",
  "Attempts",
  "Error",
];
const eventCells = (event: InboxEvent): (string | number)[] => [
  event.eventId,
  eventName(event.type),
  event.type,
  EVENT_STATE_NAMES[event.state],
  event.orderId ?? "",
  event.transactionId ?? "",
  event.at,
  event.receivedAt,
  event.doneAt ?? "",
  event.attempts,
  event.error ?? "",
];

type InboxScreenProps = SearchProps<InboxSearch>;

/** What Tebex has told us, newest first, and what became of it. */
export const InboxScreen = ({ search, onSearch }: InboxScreenProps) => {
  const input = inboxInputOf(search);
  const { sort } = search;
  const sorting = { sort, onSort: (next: typeof sort) => onSearch({ sort: next }) };
  const list = trpc.orders.events.useInfiniteQuery(
    { ...input, sort, limit: PAGE_SIZE },
    { ...PAGED, staleTime: LOADED_FRESH_MS },
  );
  const { orders } = trpc.useUtils();
  const clear = () => onSearch({ ...clearedSearch(inboxSearch), sort });
  return (
    <ListScreen
      eyebrow={SHOP_ADMIN.eyebrow}
      title={SHOP_ADMIN.inbox.title}
      showsCount
      actions={
        <CsvButton
          name="store-events"
          columns={EVENT_CSV}
          lineOf={eventCells}
          query={orders.events}
          input={{ ...input, sort }}
        />
      }
      columns={<EventColumns {...sorting} />}
      filters={
        <InboxFilters search={search} onSearch={onSearch} onClear={clear} sorting={sorting} />
      }
      list={list}
      items={itemsOf(list.data)}
      counted={["event", "events"]}
      failure={ORDERS.inboxFailed}
      skeletons={<EventRowSkeletons />}
      noMatch={isNarrowed(input) ? { ...SHOP_ADMIN.inbox.noMatch, onClear: clear } : null}
      empty={<EmptyPanel {...SHOP_ADMIN.inbox.empty} />}
    >
      {(event) => (
        <EventRow
          key={event.id}
          event={event}
          onOrder={() => event.orderId !== null && onSearch({ order: event.orderId })}
        />
      )}
    </ListScreen>
  );
};
