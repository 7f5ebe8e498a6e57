import { useEffect, useRef, useState } from "react";
import { cn } from "#client/lib/cn.ts";
import { HASH_SCROLL_OFFSET_PX } from "#shared/constants/timings.ts";
import { useScrollToCurrent } from "./ui/use-scroll-to-current.ts";

/** A section counts as reached a little before a link to it would stop. */
const REACHED_AT_PX = HASH_SCROLL_OFFSET_PX + 20;

const currentOf = (ids: readonly string[]): string | null => {
  const { scrollHeight } = document.documentElement;
  const isAtEnd = window.scrollY > 0 && window.scrollY + window.innerHeight >= scrollHeight - 2;
  if (isAtEnd) return ids.at(-1) ?? null;
  return (
    ids.findLast((id) => {
      const top = document.getElementById(id)?.getBoundingClientRect().top;
      return top !== undefined && top <= REACHED_AT_PX;
    }) ??
    ids[0] ??
    null
  );
};

/**
 * The section that the person is reading.
 * @param ids of the sections, from top to bottom.
 * @returns null until the page has been hydrated.
 */
const useCurrentSection = (ids: readonly string[]): string | null => {
  const [current, setCurrent] = useState<string | null>(null);
  const key = ids.join(" ");
  useEffect(() => {
    const sections = key.split(" ").filter(Boolean);
    let frame = 0;
    const read = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => setCurrent(currentOf(sections)));
    };
    read();
    window.addEventListener("scroll", read, { passive: true });
    window.addEventListener("resize", read, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener("scroll", read);
      window.removeEventListener("resize", read);
    };
  }, [key]);
  return current;
};

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
        "sticky top-16 z-20 -mx-5 border-b border-ground-700 bg-ground-950/95 backdrop-blur-md md:-mx-8",
        "lg:top-24 lg:mx-0 lg:max-h-[calc(100dvh-8rem)] lg:self-start lg:overflow-y-auto lg:border-0 lg:bg-transparent lg:backdrop-blur-none",
        className,
      )}
    >
      <ul
        ref={list}
        className="flex gap-1 overflow-x-auto px-5 py-2 [scrollbar-width:none] md:px-8 lg:flex-col lg:gap-0 lg:overflow-visible lg:border-l lg:border-ground-700 lg:p-0"
      >
        {items.map(({ id, number, title }) => (
          <li key={id} className="shrink-0">
            <a
              href={`#${id}`}
              aria-current={current === id ? "location" : undefined}
              className={cn(
                "flex min-h-9 items-center gap-2.5 rounded-full px-3.5 text-sm whitespace-nowrap text-muted transition-colors hover:bg-ground-800 hover:text-ink focus-visible:-outline-offset-2",
                "aria-[current]:bg-ground-800 aria-[current]:text-accent-strong",
                "lg:-ml-px lg:items-baseline lg:rounded-none lg:rounded-r-lg lg:border-l-2 lg:border-transparent lg:py-2 lg:pr-3 lg:pl-4 lg:text-[0.95rem] lg:leading-snug lg:whitespace-normal",
                "lg:aria-[current]:border-accent lg:aria-[current]:bg-transparent",
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
