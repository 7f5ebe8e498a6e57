import { type ReactNode, type RefObject, useRef } from "react";
import { PagedList, type PagedListProps } from "#client/components/paged-list.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { cn } from "#client/lib/cn.ts";
import { LISTS } from "#shared/list-messages.ts";
import { EmptyPanel } from "./load-states.tsx";

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
