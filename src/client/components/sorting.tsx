import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "#client/lib/cn.ts";
import type { Sort } from "#shared/constants/lists.ts";
import { LISTS } from "#shared/list-messages.ts";
import { SelectFilter } from "./filter-bar.tsx";

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
