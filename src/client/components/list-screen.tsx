import { Search } from "lucide-react";
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { cn } from "#client/lib/cn.ts";
import { LENGTHS } from "#shared/constants/accounts.ts";
import { SEARCH_AFTER_MS } from "#shared/constants/time.ts";
import { LISTS } from "#shared/list-messages.ts";
import { PagedList, type PagedListProps } from "./paged-list.tsx";
import { EmptyPanel } from "./panels.tsx";
import { Button } from "./ui/button.tsx";
import { Input } from "./ui/field.tsx";

/**
 * What stands in a search box whose words live elsewhere, as in the address.
 * @param given.committed what is searched for now; undefined for nothing.
 * @param given.commit is called with what to search for when the typing pauses.
 */
export const useSearchText = (given: {
  committed: string | undefined;
  commit: (text: string | undefined) => void;
}) => {
  const { committed = "", commit } = given;
  const [text, setText] = useState(committed);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const onPause = useEffectEvent((typed: string) => {
    timer.current = null;
    commit(typed.trim() || undefined);
  });
  const stop = () => {
    if (timer.current !== null) clearTimeout(timer.current);
    timer.current = null;
  };

  // Cleared or gone back: the box follows, unless somebody is typing in it.
  useEffect(() => {
    if (timer.current === null) setText((now) => (now.trim() === committed ? now : committed));
  }, [committed]);
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current);
      timer.current = null;
    },
    [],
  );

  return {
    text,
    type: (typed: string) => {
      setText(typed);
      stop();
      timer.current = setTimeout(() => onPause(typed), SEARCH_AFTER_MS);
    },
    /** Searches for what stands there without waiting: who goes on to a ticket is not called back. */
    searchNow: () => {
      if (timer.current === null) return;
      stop();
      commit(text.trim() || undefined);
    },
    /** Empties the box; what is searched for is the caller's. */
    clear: () => {
      stop();
      setText("");
    },
  };
};
type SearchText = ReturnType<typeof useSearchText>;

/** Words to search for. Enter, or leaving the box, searches at once. */
export const SearchBox = ({
  label,
  short = label,
  box: { text, type, searchNow },
}: {
  label: string;
  /** What stands in the box while it is empty, where there is no room for all of the label. */
  short?: string;
  box: SearchText;
}) => (
  <span className="relative block">
    <Search
      className="pointer-events-none absolute top-1/2 left-4 size-5 -translate-y-1/2 text-faint max-sm:hidden"
      aria-hidden
    />
    <Input
      type="search"
      enterKeyHint="search"
      aria-label={label}
      title={short === label ? undefined : label}
      placeholder={short}
      autoComplete="off"
      maxLength={LENGTHS.search}
      className="text-ellipsis sm:indent-8"
      value={text}
      onChange={(event) => type(event.target.value)}
      onBlur={searchNow}
      onKeyDown={(event) => event.key === "Enter" && searchNow()}
    />
  </span>
);

/**
 * Empties a search box and whatever else narrows the list. Pressing it does not leave the box, which
 * would search for what stands there, and move the page under the pointer.
 */
export const ClearButton = ({
  box,
  onClear,
  className,
}: {
  box: SearchText;
  onClear: () => void;
  className?: string;
}) => (
  <Button
    variant="outline"
    className={className}
    onMouseDown={(event) => event.preventDefault()}
    onClick={() => {
      box.clear();
      onClear();
    }}
  >
    {LISTS.clear}
  </Button>
);

type ScreenHeadingProps = {
  /** Stands above the title. */
  eyebrow: string;
  title: string;
  /** By which the heading can be given the focus. */
  ref?: RefObject<HTMLHeadingElement | null>;
  /** Buttons beside it, such as the one that adds to a list. */
  actions?: ReactNode;
};

/** The heading of a screen of the member area: one line, so that what it heads is in sight. */
export const ScreenHeading = ({ eyebrow, title, ref, actions }: ScreenHeadingProps) => (
  <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 sm:gap-x-6">
    <div className="flex flex-row-reverse items-baseline gap-x-4">
      <p className="eyebrow max-lg:hidden">{eyebrow}</p>
      <h1 ref={ref} tabIndex={-1} className="headline text-3xl outline-none md:text-4xl">
        {title}
      </h1>
    </div>
    {actions}
  </div>
);

type ListScreenProps<Item> = Omit<PagedListProps<Item>, "label"> &
  Pick<ScreenHeadingProps, "eyebrow" | "title" | "actions"> & {
    /** For screens that give the heading the focus themselves, as when a button is gone. */
    headingRef?: RefObject<HTMLHeadingElement | null>;
    /** What the list is called; its title, if it is not given. */
    label?: string;
    /** What the screen is about, in a sentence or two. */
    intro?: ReactNode;
    /** By what the list can be narrowed, and whatever else stands above it. */
    filters?: ReactNode;
    /** Says beside the title how many are shown. */
    showsCount?: boolean;
    /** What the columns are called where there is room for them: stays in sight while one scrolls. */
    columns?: ReactNode;
    /** What is said where nothing matches the filters; null while they leave nothing out. */
    noMatch?: {
      title: string;
      text: string;
      /** What is searched for, if anything. */
      search?: string | undefined;
      onClear: () => void;
    } | null;
  };

/** Whether a search has nothing that could be found. */
const needsWord = (search = "") => search.trim() !== "" && !/[\p{L}\p{N}]/u.test(search);

/** "15 users", and "25+ users" while there are more. */
const countText = <Item,>({
  items = [],
  counted: [one, many],
  list: { hasNextPage },
}: Pick<PagedListProps<Item>, "items" | "counted" | "list">): string =>
  `${items.length}${hasNextPage === true ? "+" : ""} ${items.length === 1 ? one : many}`;

/**
 * A screen that is a list: heading, filters, skeletons, rows, the next page, and what is said where
 * there is nothing. Clearing the filters from there gives the heading the focus, since the button goes.
 */
export const ListScreen = <Item,>({
  eyebrow,
  title,
  actions,
  headingRef,
  label = title,
  intro,
  filters,
  showsCount = false,
  columns,
  noMatch = null,
  empty,
  ...list
}: ListScreenProps<Item>) => {
  const ownRef = useRef<HTMLHeadingElement>(null);
  const heading = headingRef ?? ownRef;
  return (
    <>
      <ScreenHeading
        eyebrow={eyebrow}
        title={title}
        ref={heading}
        actions={
          showsCount ? (
            <div className="flex items-center gap-2 sm:gap-4">
              <span className="text-sm text-muted tabular-nums" aria-hidden>
                {list.items !== undefined && countText(list)}
              </span>
              {actions}
            </div>
          ) : (
            actions
          )
        }
      />
      {intro !== undefined && <p className="mt-1.5 text-sm text-pretty text-muted">{intro}</p>}
      {filters}
      <div className={cn("@container", columns === undefined ? "mt-3" : "mt-2 scroll-mt-16")}>
        {columns !== undefined && list.items?.length !== 0 && (
          <table
            aria-label={LISTS.columns}
            className="sticky top-16 z-5 hidden border-b border-ground-600 bg-ground-950 text-xs tracking-wide text-muted uppercase @3xl:block [&_th]:font-semibold"
          >
            <thead className="contents">{columns}</thead>
          </table>
        )}
        <PagedList
          {...list}
          label={label}
          empty={
            noMatch === null ? (
              empty
            ) : (
              <EmptyPanel
                title={noMatch.title}
                text={needsWord(noMatch.search) ? LISTS.needsWord : noMatch.text}
              >
                <Button
                  variant="outline"
                  onClick={() => {
                    heading.current?.focus({ preventScroll: true });
                    noMatch.onClear();
                  }}
                >
                  {LISTS.clear}
                </Button>
              </EmptyPanel>
            )
          }
        />
      </div>
    </>
  );
};
