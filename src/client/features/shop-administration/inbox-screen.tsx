import { keepPreviousData } from "@tanstack/react-query";
import { useRef } from "react";
import { EmptyPanel } from "#client/components/empty-panel.tsx";
import { PagedList } from "#client/components/paged-list.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { trpc } from "#client/lib/trpc.ts";
import { PAGE_SIZE } from "#shared/constants/lists.ts";
import { ORDERS } from "#shared/shop-messages.ts";
import { EventRow, EventRowSkeletons } from "./event-row.tsx";
import { InboxFilters } from "./inbox-filters.tsx";
import type { InboxSearch } from "./list-search.ts";
import { EVERY_EVENT, inboxInputOf, isNarrowed } from "./shop-filters.ts";

type InboxScreenProps = {
  /** Which are shown, from the address. */
  search: InboxSearch;
  onSearch: (change: Partial<InboxSearch>) => void;
};

/** What the store has told us, newest first, and what became of it. */
export const InboxScreen = ({ search, onSearch }: InboxScreenProps) => {
  const input = inboxInputOf(search);
  const list = trpc.orders.events.useInfiniteQuery(
    { ...input, limit: PAGE_SIZE },
    {
      getNextPageParam: (page) => page.nextCursor,
      placeholderData: keepPreviousData,
      staleTime: 0,
    },
  );
  const heading = useRef<HTMLHeadingElement>(null);
  const clear = () => {
    heading.current?.focus({ preventScroll: true });
    onSearch(EVERY_EVENT);
  };
  return (
    <>
      <p className="eyebrow">Administration</p>
      <h1 ref={heading} tabIndex={-1} className="headline mt-2 text-5xl outline-none md:text-6xl">
        Inbox
      </h1>
      <p className="mt-4 max-w-[62ch] text-pretty text-muted">
        Everything that the store has told us, kept before anything is done with it. To work on an
        event again credits nothing twice.
      </p>
      <InboxFilters search={search} onSearch={onSearch} />
      <div className="mt-6">
        <PagedList
          list={list}
          items={list.data?.pages.flatMap(({ items }) => items)}
          label="Inbox"
          counted={["event", "events"]}
          failure={ORDERS.inboxFailed}
          skeletons={<EventRowSkeletons />}
          empty={
            isNarrowed(input) ? (
              <EmptyPanel title="No event matches." text="Try another state or another order.">
                <Button variant="outline" onClick={clear}>
                  Clear
                </Button>
              </EmptyPanel>
            ) : (
              <EmptyPanel
                title="Nothing was told yet"
                text="Payments, refunds and renewals stand here as soon as the store reports them. If somebody has paid and nothing comes, check the store's webhook settings."
              />
            )
          }
        >
          {(event) => (
            <EventRow
              key={event.id}
              event={event}
              onOrder={() => event.orderId !== null && onSearch({ order: event.orderId })}
            />
          )}
        </PagedList>
      </div>
    </>
  );
};
