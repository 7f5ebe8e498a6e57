import { type ReactNode, type RefObject, useRef } from "react";
import { PagedList, type PagedListProps } from "#client/components/paged-list.tsx";
import { Button } from "#client/components/ui/button.tsx";
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

/** The heading of a screen of the member area. */
export const ScreenHeading = ({ eyebrow, title, ref, actions }: ScreenHeadingProps) => {
  const heading = (
    <div>
      <p className="eyebrow">{eyebrow}</p>
      <h1 ref={ref} tabIndex={-1} className="headline mt-2 text-5xl outline-none md:text-6xl">
        {title}
      </h1>
    </div>
  );
  if (actions === undefined) return heading;
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-5">
      {heading}
      {actions}
    </div>
  );
};

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
    /** What is said where nothing matches the filters; null while they leave nothing out. */
    noMatch?: { title: string; text: string; onClear: () => void } | null;
  };

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
  noMatch = null,
  empty,
  ...list
}: ListScreenProps<Item>) => {
  const ownRef = useRef<HTMLHeadingElement>(null);
  const heading = headingRef ?? ownRef;
  return (
    <>
      <ScreenHeading eyebrow={eyebrow} title={title} ref={heading} actions={actions} />
      {intro !== undefined && <p className="mt-4 max-w-[62ch] text-pretty text-muted">{intro}</p>}
      {filters}
      <div className={filters === undefined ? "mt-8" : "mt-6"}>
        <PagedList
          {...list}
          label={label}
          empty={
            noMatch === null ? (
              empty
            ) : (
              <EmptyPanel title={noMatch.title} text={noMatch.text}>
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
