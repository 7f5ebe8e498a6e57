import { ArrowDown, ArrowUp, ChevronsUpDown, Download } from "lucide-react";
import { type ReactNode, useState } from "react";
import { messageOf } from "#client/lib/api-error.ts";
import { cn } from "#client/lib/cn.ts";
import { saveFile } from "#client/lib/save-file.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import { PAGE_SIZE_MAX, type Sort } from "#shared/constants/lists.ts";
import { LISTS } from "#shared/list-messages.ts";
import { BYTE_ORDER_MARK, csvLine } from "#shared/rules/lines.ts";
import { localTime } from "#shared/rules/local-time.ts";
import type { Page } from "#shared/schemas/lists.ts";
import { SelectFilter } from "./filter-bar.tsx";
import { Button } from "./ui/button.tsx";

/** A file holds so many pages at most: whoever needs more narrows the list. */
const PAGES_MAX = 25;

/** Has the browser save a CSV file, as if it had been downloaded. @param name before the day in the file's name. */
export const saveCsv = (name: string, csv: string): void => {
  saveFile(
    `${name}-${localTime(new Date()).day}.csv`,
    new Blob([csv], { type: "text/csv;charset=utf-8" }),
  );
};

/** An answer that is taken away, not shown: always a new one, and none is kept. */
const UNCACHED = { staleTime: 0, gcTime: 0 };

type PageAsked = { cursor: string | null; limit: number };

type CsvButtonProps<Item, Input extends object> = {
  /** Before the day in the file's name. */
  name: string;
  /** What the columns are called. */
  columns: readonly string[];
  /** A line, one cell for each column. */
  lineOf: (item: Item) => (string | number)[];
  /** The query of the list, as `useUtils` gives it. */
  query: { fetch: (input: Input & PageAsked, options: typeof UNCACHED) => Promise<Page<Item>> };
  /** By what the list is narrowed now. */
  input: Input;
  /** What the button says, where that is not CSV alone. */
  label?: string;
  pagesMax?: number;
};

/**
 * What is asked before a file with data of others is made: whoever makes it has proven who they are a short while
 * ago [STEP-01].
 */
export const useFileGuard = (): (() => Promise<void>) => {
  const { mutateAsync } = trpc.accounts.requireConfirmed.useMutation();
  return async () => {
    await mutateAsync();
  };
};

/** Saves what a list shows, all of its pages, as a CSV file; up to 5,000 lines unless more are allowed. */
export const CsvButton = <Item, Input extends object>({
  name,
  columns,
  lineOf,
  query,
  input,
  label,
  pagesMax = PAGES_MAX,
}: CsvButtonProps<Item, Input>) => {
  const [isBusy, setIsBusy] = useState(false);
  const assertConfirmed = useFileGuard();
  const save = async () => {
    setIsBusy(true);
    try {
      await assertConfirmed();
      const lines = [BYTE_ORDER_MARK, csvLine(columns)];
      let cursor: string | null = null;
      for (let page = 0; page < pagesMax; page += 1) {
        // oxlint-disable-next-line no-await-in-loop -- Each page says where the next one begins.
        const { items, nextCursor }: Page<Item> = await query.fetch(
          { ...input, cursor, limit: PAGE_SIZE_MAX },
          UNCACHED,
        );
        lines.push(...items.map((item) => csvLine(lineOf(item))));
        cursor = nextCursor;
        if (cursor === null) break;
      }
      saveCsv(name, lines.join(""));
      if (cursor !== null) toast("info", LISTS.csvCut(pagesMax * PAGE_SIZE_MAX), "admin");
    } catch (error) {
      toast("error", messageOf(error) ?? LISTS.csvFailed, "admin");
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Button
      variant="outline"
      size="sm"
      className="shrink-0 max-md:h-11"
      title={label === undefined ? LISTS.csv : undefined}
      isBusy={isBusy}
      onClick={() => void save()}
    >
      {!isBusy && <Download aria-hidden className="max-sm:hidden" />}
      {label === undefined ? "CSV" : `${label} (CSV)`}
    </Button>
  );
};

/** How a list is sorted, and the way to sort it otherwise. */
export type Sorting<Name extends string> = {
  /** As the address says; undefined for the list's own order. */
  sort: Sort<Name> | undefined;
  onSort: (sort: Sort<Name> | undefined) => void;
};

type SortColumnProps<Name extends string> = Sorting<Name> & {
  name: Name;
  /** What the first press asks for; the second turns it round, the third asks for the list's own order. */
  first: Sort<Name>;
  /** Whether that is the list's own order. */
  isOwn?: boolean;
  /** For a column whose values stand to the right. */
  isRight?: boolean;
  className?: string;
  children: ReactNode;
};

const STATES = {
  none: { icon: ChevronsUpDown, look: "opacity-60" },
  ascending: { icon: ArrowUp, look: "" },
  descending: { icon: ArrowDown, look: "" },
} as const;

/** Of the bar above: what is scrolled below it is not in sight. */
const BAR_PX = 64;

/** From the middle of another order nobody knows where they are: the list begins anew. */
const showStart = (button: HTMLElement) => {
  const list = button.closest("table")?.parentElement;
  if (list != null && list.getBoundingClientRect().top < BAR_PX) list.scrollIntoView();
};

/** What a column is called: a button that sorts the list by it [ADMIN-13]. */
export const SortColumn = <Name extends string>({
  name,
  first,
  isOwn = false,
  isRight = false,
  sort,
  onSort,
  className,
  children,
}: SortColumnProps<Name>) => {
  const turned = first === name ? (`-${name}` as const) : name;
  const now = sort ?? (isOwn ? first : undefined);
  const state = now === name ? "ascending" : now === `-${name}` ? "descending" : ("none" as const);
  const { icon: Icon, look } = STATES[state];
  const next = now === first ? turned : now === turned || isOwn ? undefined : first;
  return (
    <th
      scope="col"
      aria-sort={state}
      className={cn("flex min-w-0", isRight && "justify-end", className)}
    >
      <button
        type="button"
        className={cn(
          "-mx-1.5 -my-0.5 inline-flex min-h-6 min-w-0 items-center gap-1 rounded-md px-1.5 uppercase transition-colors hover:text-accent-strong",
          isRight && "-mr-1.5 flex-row-reverse",
          state !== "none" && "text-ink",
        )}
        onClick={({ currentTarget }) => {
          showStart(currentTarget);
          onSort(next);
        }}
      >
        {children}
        <Icon className={cn("size-3.5 shrink-0", look)} aria-hidden />
      </button>
    </th>
  );
};

type SortSelectProps<Name extends string> = Sorting<Name> & {
  /** What the list's own order is called. */
  own: string;
  /** What the others are called. */
  names: Readonly<Partial<Record<Sort<Name>, string>>>;
  className?: string;
};

/** The same where the names of the columns have no room. */
export const SortSelect = <Name extends string>({
  sort,
  onSort,
  own,
  names,
  className,
}: SortSelectProps<Name>) => {
  const options = Object.keys(names) as Sort<Name>[];
  return (
    <SelectFilter
      label={LISTS.sortBy}
      className={cn("@3xl:hidden", className)}
      value={sort}
      all={own}
      options={options}
      names={names as Record<Sort<Name>, string>}
      onChange={(chosen) => onSort(options.find((option) => option === chosen))}
    />
  );
};
