import { ListScreen } from "#client/components/list-screen.tsx";
import { EmptyPanel } from "#client/components/load-states.tsx";
import { PAGED, clearedSearch, isNarrowed, itemsOf } from "#client/lib/lists.ts";
import type { SearchProps } from "#client/lib/routing/with-search.tsx";
import { trpc } from "#client/lib/trpc.ts";
import { PAGE_SIZE } from "#shared/constants/lists.ts";
import { LOADED_FRESH_MS } from "#shared/constants/timings.ts";
import { SHOP_ADMIN } from "#shared/shop-admin-messages.ts";
import { ORDERS } from "#shared/shop-messages.ts";
import { EventRow, EventRowSkeletons } from "./event-row.tsx";
import { type InboxSearch, inboxSearch } from "./list-search.ts";
import { InboxFilters, inboxInputOf } from "./shop-filters.tsx";

type InboxScreenProps = SearchProps<InboxSearch>;

/** What Tebex has told us, newest first, and what became of it. */
export const InboxScreen = ({ search, onSearch }: InboxScreenProps) => {
  const input = inboxInputOf(search);
  const list = trpc.orders.events.useInfiniteQuery(
    { ...input, limit: PAGE_SIZE },
    { ...PAGED, staleTime: LOADED_FRESH_MS },
  );
  const clear = () => onSearch(clearedSearch(inboxSearch));
  return (
    <ListScreen
      eyebrow={SHOP_ADMIN.eyebrow}
      title={SHOP_ADMIN.inbox.title}
      intro={SHOP_ADMIN.inbox.intro}
      filters={<InboxFilters search={search} onSearch={onSearch} onClear={clear} />}
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
