import { type ReactNode, useRef } from "react";
import { LoadFailed } from "#client/components/load-failed.tsx";
import { Alert } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { cn } from "#client/lib/cn.ts";
import { useLoadMore } from "#client/lib/use-load-more.ts";

const LOOKS = { panel: "panel @container divide-y divide-night-700", cards: "space-y-3" } as const;

/** What a list that comes in pages is asked of, as an infinite query gives it. */
type Pages = {
  isError: boolean;
  isFetching: boolean;
  isPlaceholderData: boolean;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  refetch: () => Promise<unknown>;
  fetchNextPage: () => Promise<unknown>;
};

type PagedListProps<Item> = {
  list: Pages;
  /** What is there so far; undefined until the first page has come. */
  items: readonly Item[] | undefined;
  /** What the list is called. */
  label: string;
  /** One of them, and many: "user", "users". */
  counted: readonly [one: string, many: string];
  /** What is said where a page could not be loaded, the first or a later one. */
  failure: string;
  /** Holds the place of the first page. */
  skeletons: ReactNode;
  /** Stands where there is nothing, and says what to do next. */
  empty: ReactNode;
  /** One panel of rows, or a card each. */
  look?: keyof typeof LOOKS;
  /** A row: an `li` with a key. */
  children: (item: Item) => ReactNode;
};

/**
 * The frame around every list that comes in pages: skeletons, what failed, nothing, or the rows with
 * the way to the next page. Tells screen readers how many there are.
 */
export const PagedList = <Item,>({
  list,
  items,
  label,
  counted: [one, many],
  failure,
  skeletons,
  empty,
  look = "panel",
  children,
}: PagedListProps<Item>) => {
  const { hasNextPage, isFetchingNextPage, isPlaceholderData } = list;
  const rows = useRef<HTMLUListElement>(null);
  const shown = items?.length ?? 0;
  const loadMore = useLoadMore(list, rows, shown);
  if (items === undefined)
    return list.isError ? (
      <LoadFailed
        message={failure}
        isRetrying={list.isFetching}
        onRetry={() => void list.refetch()}
      />
    ) : (
      skeletons
    );
  return (
    <>
      {shown === 0 && !hasNextPage ? (
        empty
      ) : (
        <ul
          ref={rows}
          aria-label={label}
          aria-busy={isPlaceholderData}
          className={cn(LOOKS[look], "transition-opacity", isPlaceholderData && "opacity-60")}
        >
          {items.map((item) => children(item))}
        </ul>
      )}
      {list.isFetchNextPageError && <Alert className="mt-6">{failure}</Alert>}
      {hasNextPage && (
        // The same button for both, which keeps the focus.
        <div className="mt-6 flex justify-center">
          <Button variant="outline" isBusy={isFetchingNextPage} onClick={loadMore}>
            {list.isFetchNextPageError ? "Try again" : "Load more"}
          </Button>
        </div>
      )}
      <output className="sr-only">
        {!isPlaceholderData && `${shown} ${shown === 1 ? one : many} shown`}
      </output>
    </>
  );
};
