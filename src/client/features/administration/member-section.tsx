import { type ReactNode, useId } from "react";

export const LINK =
  "rounded-sm underline decoration-ground-500 underline-offset-4 transition-colors hover:text-accent-strong hover:decoration-accent";

export const TIME = "whitespace-nowrap text-faint tabular-nums";

type SectionProps<Item> = {
  title: string;
  items: readonly Item[];
  /** What is said where there is nothing. */
  none: string;
  /** Leads to the whole list. */
  all?: ReactNode;
  /** A row: an `li` with a key. */
  children: (item: Item) => ReactNode;
};

/** Some of what is known about a member, with a heading. */
export const Section = <Item,>({ title, items, none, all, children }: SectionProps<Item>) => {
  const heading = useId();
  return (
    <section aria-labelledby={heading} className="panel min-w-0 px-4 pt-3 pb-2">
      <div className="mb-1 flex items-baseline justify-between gap-3">
        <h2 id={heading} className="font-display text-xl font-bold tracking-wide display-case">
          {title}
        </h2>
        {items.length > 0 && <span className="text-sm text-muted">{all}</span>}
      </div>
      {items.length === 0 ? (
        <p className="pb-1.5 text-sm text-muted">{none}</p>
      ) : (
        <ul aria-labelledby={heading} className="divide-y divide-ground-700 text-sm">
          {items.map((item) => children(item))}
        </ul>
      )}
    </section>
  );
};

/** One line of it. */
export const ROW = "flex min-h-10 flex-wrap items-center gap-x-3 gap-y-0.5 py-1.5";
