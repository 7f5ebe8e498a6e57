import { ChevronDown } from "lucide-react";
import {
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from "react";
import { cn } from "#client/lib/cn.ts";
import { useInTurn } from "#client/lib/lists.ts";
import { LISTS } from "#shared/list-messages.ts";
import { LoadFailed } from "./panels.tsx";
import { Alert } from "./ui/alert.tsx";
import { Button } from "./ui/button.tsx";

type LoadedList = {
  fetchNextPage?: () => Promise<unknown>;
  isError: boolean;
  isFetching: boolean;
  isFetchingNextPage?: boolean;
  isFetchNextPageError?: boolean;
  hasNextPage?: boolean;
};

/**
 * Loads the next page of a list. The button for it is gone with the last page: then the focus goes on
 * to what that brought. News that have the list asked for anew end the call for the next page: it is
 * made again after them.
 * @param rows holds an element for each of the `shown` ones.
 */
const useLoadMore = (list: LoadedList, rows: RefObject<HTMLElement | null>, shown: number) => {
  const { fetchNextPage, isFetching, isFetchingNextPage, hasNextPage } = list;
  const shownBefore = useRef<number | null>(null);
  /** How many were shown when more were asked for; null once they are there, or cannot be had. */
  const wantedBeyond = useRef<number | null>(null);
  const [isMissed, setIsMissed] = useState(false);
  const onSettled = useEffectEvent(() => {
    if (wantedBeyond.current === null) return;
    const isOver = shown > wantedBeyond.current || hasNextPage !== true;
    const hasFailed = list.isError || list.isFetchNextPageError === true;
    if (!isOver && !hasFailed) {
      void fetchNextPage?.();
      return;
    }
    wantedBeyond.current = null;
    setIsMissed(!isOver);
  });
  useEffect(() => {
    if (!isFetching) onSettled();
  }, [isFetching]);
  const onLoaded = useEffectEvent(() => {
    const row = rows.current?.children[shownBefore.current ?? -1];
    const target = row?.querySelector<HTMLElement>("a, button") ?? row;
    if (hasNextPage !== true && target instanceof HTMLElement) target.focus();
    shownBefore.current = null;
  });
  useEffect(() => {
    if (isFetchingNextPage !== true) onLoaded();
  }, [isFetchingNextPage]);
  const loadMore = () => {
    shownBefore.current = shown;
    wantedBeyond.current = shown;
    setIsMissed(false);
    void fetchNextPage?.();
  };
  // Where what ended the call has failed itself, the next page has not been had either.
  return { loadMore, hasFailed: list.isFetchNextPageError === true || (isMissed && list.isError) };
};

/** As many as a phone shows. */
const FIRST_ROWS = 5;

/** How a list looks: one panel of rows, or a card each. */
const LOOKS = { panel: "panel @container divide-y divide-ground-700", cards: "space-y-3" } as const;

/** The query of a list, as React Query returns it; one that comes in pages has more to it. */
type ListQuery = {
  isError: boolean;
  isFetching: boolean;
  isPlaceholderData: boolean;
  refetch: () => Promise<unknown>;
  hasNextPage?: boolean;
  isFetchingNextPage?: boolean;
  isFetchNextPageError?: boolean;
  fetchNextPage?: () => Promise<unknown>;
};

type NextPageProps = {
  isBusy: boolean;
  hasFailed: boolean;
  /** What is said where it has failed. */
  failure: string;
  label?: string;
  onLoad: () => void;
  className?: string;
};

/** The button for the next page, or what failed and the button to try again: the same, which keeps the focus. */
export const NextPage = ({
  isBusy,
  hasFailed,
  failure,
  label = LISTS.loadMore,
  onLoad,
  className,
}: NextPageProps) => (
  <div className={cn("flex flex-col items-center gap-6", className)}>
    {hasFailed && <Alert className="w-full">{failure}</Alert>}
    <Button variant="outline" isBusy={isBusy} onClick={onLoad}>
      {hasFailed ? LISTS.tryAgain : label}
    </Button>
  </div>
);

type SkeletonRowsProps = {
  rows: number;
  /** Of the list whose place is held. */
  look?: keyof typeof LOOKS;
  /** Of a row. */
  className: string;
  children: ReactNode;
};

/** Holds the place of the first page: the same row again and again. */
export const SkeletonRows = ({ rows, look = "panel", className, children }: SkeletonRowsProps) => (
  <div aria-busy className={LOOKS[look]}>
    {Array.from({ length: rows }, (_, row) => (
      <div key={row} className={className}>
        {children}
      </div>
    ))}
  </div>
);

/** A row that says what the columns of the others are called: low, since the list is to begin high. */
export const ColumnNames = ({
  className,
  children,
}: {
  /** Of the rows. */
  className: string;
  children: ReactNode;
}) => <tr className={cn(className, "min-h-5! py-0! text-xs! leading-5")}>{children}</tr>;

/** What a column is called by which nothing is sorted. */
export const ColumnName = ({
  isRight = false,
  isWide = false,
  children,
}: {
  isRight?: boolean;
  /** Whether it has room in a wide list alone. */
  isWide?: boolean;
  children: ReactNode;
}) => (
  <th scope="col" className={cn(isRight ? "text-right" : "text-left", isWide && "@max-6xl:hidden")}>
    {children}
  </th>
);

type RowToggleProps = {
  isOpen: boolean;
  onToggle: () => void;
  /** The id of what it opens. */
  controls: string;
  title?: string;
  className?: string;
  children: ReactNode;
};

/**
 * What opens a row: for whoever points, all of the row, which has `relative`. Its other controls stand
 * above it with `relative z-1`.
 */
export const RowToggle = ({
  isOpen,
  onToggle,
  controls,
  title,
  className,
  children,
}: RowToggleProps) => (
  <button
    type="button"
    title={title}
    aria-expanded={isOpen}
    aria-controls={isOpen ? controls : undefined}
    className={cn(
      "min-w-0 truncate text-left leading-snug font-semibold text-ink after:absolute after:inset-0",
      className,
    )}
    onClick={onToggle}
  >
    {children}
  </button>
);

type OpeningRowProps = {
  /** Makes its row a grid of the list's columns, `relative`. */
  className: string;
  /** What stands at its beginning, for the eye alone. */
  mark?: ReactNode;
  /** What the button says that opens it. */
  name: ReactNode;
  nameProps?: Pick<RowToggleProps, "title" | "className">;
  /** What it is called where it is an article of its own. */
  label?: string;
  isOpenAtFirst?: boolean;
  /** What stands below it while it is open. */
  details: ReactNode;
  /** Its cells after the name, which may go by whether it is open. */
  children: ReactNode | ((isOpen: boolean) => ReactNode);
};

/** A row of a list that opens: its cells, the mark at its end, and below them what is seldom needed. */
export const OpeningRow = ({
  className,
  mark,
  name,
  nameProps,
  label,
  isOpenAtFirst = false,
  details,
  children,
}: OpeningRowProps) => {
  const id = useId();
  const [isOpen, setIsOpen] = useState(isOpenAtFirst);
  const Frame = label === undefined ? "div" : "article";
  return (
    <li>
      <Frame aria-label={label}>
        <div className={cn(className, "transition-colors hover:bg-ground-800/60")}>
          {mark}
          <RowToggle
            {...nameProps}
            isOpen={isOpen}
            controls={id}
            onToggle={() => setIsOpen(!isOpen)}
          >
            {name}
          </RowToggle>
          {typeof children === "function" ? children(isOpen) : children}
          <ChevronDown
            className={cn(
              "size-4 text-muted transition-transform motion-reduce:transition-none @max-3xl:col-start-3 @max-3xl:row-start-1",
              isOpen && "rotate-180",
            )}
            aria-hidden
          />
        </div>
        {isOpen && (
          <div
            id={id}
            className={cn(
              "space-y-3 px-4 pt-1 pb-3 text-sm",
              // Below the name.
              mark !== undefined && "@3xl:pl-14",
            )}
          >
            {details}
          </div>
        )}
      </Frame>
    </li>
  );
};

export type PagedListProps<Item> = {
  list: ListQuery;
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
  const { hasNextPage = false, isPlaceholderData } = list;
  const rows = useRef<HTMLUListElement>(null);
  const shown = items?.length ?? 0;
  const { loadMore, hasFailed } = useLoadMore(list, rows, shown);
  const isRestDrawn = useInTurn(items !== undefined && items.length > FIRST_ROWS);
  const drawn = isRestDrawn ? items : items?.slice(0, FIRST_ROWS);
  if (drawn === undefined)
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
          {drawn.map((item) => children(item))}
        </ul>
      )}
      {hasNextPage && drawn.length === shown && (
        <NextPage
          isBusy={list.isFetchingNextPage === true}
          hasFailed={hasFailed}
          failure={failure}
          onLoad={loadMore}
          className="mt-6"
        />
      )}
      <output className="sr-only">
        {!isPlaceholderData && LISTS.shown(shown, shown === 1 ? one : many)}
      </output>
    </>
  );
};
