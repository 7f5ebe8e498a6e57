import { CsvButton } from "#client/components/csv-button.tsx";
import { ListScreen } from "#client/components/list-screen.tsx";
import { EmptyPanel } from "#client/components/load-states.tsx";
import { PAGED, clearedSearch, isNarrowed, itemsOf } from "#client/lib/lists.ts";
import type { SearchProps } from "#client/lib/routing/with-search.tsx";
import { trpc } from "#client/lib/trpc.ts";
import { PAGE_SIZE } from "#shared/constants/lists.ts";
import { LOADED_FRESH_MS } from "#shared/constants/timings.ts";
import type { InboxEvent } from "#shared/schemas/orders.ts";
import { EVENT_STATE_NAMES, SHOP_ADMIN, eventName } from "#shared/shop-admin-messages.ts";
import { ORDERS } from "#shared/shop-messages.ts";
import { EventColumns, EventRow, EventRowSkeletons } from "./event-row.tsx";
import { type InboxSearch, inboxSearch } from "./list-search.ts";
import { InboxFilters, inboxInputOf } from "./shop-filters.tsx";

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
