import { useRef } from "react";
import { useScrollToCurrent } from "#client/components/ui/use-scroll-to-current.ts";
import { cn } from "#client/lib/cn.ts";
import { useCurrentSection } from "#client/lib/current-section.ts";

export type SectionNavItem = { id: string; title: string; number?: string };

type SectionNavProps = {
  /** Names the navigation for people who do not see it. */
  label: string;
  items: readonly SectionNavItem[];
  className?: string;
};

/**
 * The way around a long page: a column that stays beside the text on wide screens, a row of chips
 * under the bar on small ones. Marks the section that is being read.
 */
export const SectionNav = ({ label, items, className }: SectionNavProps) => {
  const current = useCurrentSection(items.map((item) => item.id));
  const list = useRef<HTMLUListElement>(null);

  useScrollToCurrent(list, current);

  return (
    <nav
      aria-label={label}
      className={cn(
        "sticky top-16 z-20 -mx-5 border-b border-night-700 bg-night-950/95 backdrop-blur-md md:-mx-8",
        "lg:top-24 lg:mx-0 lg:max-h-[calc(100dvh-8rem)] lg:self-start lg:overflow-y-auto lg:border-0 lg:bg-transparent lg:backdrop-blur-none",
        className,
      )}
    >
      <ul
        ref={list}
        className="flex gap-1 overflow-x-auto px-5 py-2 [scrollbar-width:none] md:px-8 lg:flex-col lg:gap-0 lg:overflow-visible lg:border-l lg:border-night-700 lg:p-0"
      >
        {items.map(({ id, number, title }) => (
          <li key={id} className="shrink-0">
            <a
              href={`#${id}`}
              aria-current={current === id ? "location" : undefined}
              className={cn(
                "flex min-h-9 items-center gap-2.5 rounded-full px-3.5 text-sm whitespace-nowrap text-muted transition-colors hover:bg-night-800 hover:text-bone focus-visible:-outline-offset-2",
                "aria-[current]:bg-night-800 aria-[current]:text-amber-strong",
                "lg:-ml-px lg:items-baseline lg:rounded-none lg:rounded-r-lg lg:border-l-2 lg:border-transparent lg:py-2 lg:pr-3 lg:pl-4 lg:text-[0.95rem] lg:leading-snug lg:whitespace-normal",
                "lg:aria-[current]:border-amber lg:aria-[current]:bg-transparent",
              )}
            >
              <span
                aria-hidden={number === undefined}
                className={cn(
                  "font-semibold text-faint tabular-nums lg:w-5",
                  number === undefined && "hidden lg:block",
                )}
              >
                {number ?? (
                  <span className="hexagon mb-px inline-block h-2 w-[0.45rem] bg-current" />
                )}
              </span>
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
};
