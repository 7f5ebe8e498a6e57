import { type ReactNode, useEffect, useRef, useState } from "react";
import { cn } from "#client/lib/cn.ts";
import { useSite } from "#client/lib/site.ts";
import { HASH_SCROLL_OFFSET_PX } from "#shared/constants/time.ts";
import type { RichLine } from "#shared/schemas/text.ts";
import { useScrollToCurrent } from "./ui/tabs.tsx";

type Run = Exclude<RichLine[number], string>;

/** A picture in a text. Its size is known, so that nothing moves when it comes. */
export const TextPicture = ({
  text,
  picture,
}: Pick<Run, "text"> & Required<Pick<Run, "picture">>) => (
  <img
    {...picture}
    alt={text}
    loading="lazy"
    decoding="async"
    className="my-2 block h-auto max-w-full rounded-lg border border-ground-700 bg-ground-850"
  />
);

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

const HEX = "M50 2 93 26v48L50 98 7 74V26z";

/** Places in the honeycomb as [column, row]; odd rows are shifted by half a cell. */
const CELLS: readonly [column: number, row: number, look?: "lit" | "eye"][] = [
  [1, 0],
  [2, 0],
  [4, 0],
  [0, 1],
  [1, 1, "lit"],
  [2, 1],
  [3, 1],
  [1, 2],
  [2, 2, "eye"],
  [3, 2, "lit"],
  [4, 2],
  [0, 3],
  [2, 3],
  [3, 3],
];

/** A torn piece of honeycomb, with an eye in one cell where the emblem is the lynx. Decoration only. */
const Honeycomb = ({ className }: { className?: string }) => {
  const hasEye = useSite().brand.logo.emblem === "lynx";
  return (
    <svg viewBox="0 0 490 340" className={className} aria-hidden="true" focusable="false">
      {CELLS.map(([column, row, look]) => (
        <path
          key={`${column}-${row}`}
          d={HEX}
          transform={`translate(${column * 92 + (row % 2) * 46} ${row * 79})`}
          strokeWidth="1.5"
          className={
            look === "eye"
              ? "fill-accent/15 stroke-accent"
              : look === "lit"
                ? "fill-ground-800 stroke-ground-500"
                : "fill-transparent stroke-ground-700"
          }
        />
      ))}
      {hasEye && (
        <>
          <path
            d="M204 208q30-28 60 0-30 28-60 0z"
            strokeWidth="2"
            className="fill-none stroke-accent"
          />
          <ellipse cx="234" cy="208" rx="3.5" ry="13" className="fill-accent-strong" />
        </>
      )}
    </svg>
  );
};

type PageHeaderProps = {
  eyebrow?: ReactNode;
  title: string;
  /** The title is a sentence. */
  isSentence?: boolean;
  /** The title's language, where it is another than what stands around it. */
  lang?: string | undefined;
  /** Its direction, as its language has it. */
  dir?: "rtl" | undefined;
  /** What the page is about, in a sentence or two. */
  children?: ReactNode;
  /** Stands on the lower edge, such as tabs. */
  below?: ReactNode;
};

/** The head of a text page. */
export const PageHeader = ({
  eyebrow,
  title,
  isSentence = false,
  lang,
  dir,
  children,
  below,
}: PageHeaderProps) => (
  <div className="relative isolate overflow-clip border-b border-ground-700 bg-[radial-gradient(60rem_24rem_at_85%_-20%,var(--color-glow),transparent)]">
    <Honeycomb className="absolute -top-8 right-[max(-3rem,calc(50%-44rem))] -z-10 hidden w-[30rem] [mask-image:linear-gradient(195deg,#000_60%,transparent_95%)] lg:block" />
    <div className="shell pt-12 pb-10 md:pt-20 md:pb-14">
      {eyebrow !== undefined && <p className="eyebrow">{eyebrow}</p>}
      <h1
        lang={lang}
        dir={dir}
        className={cn(
          "headline mt-3",
          isSentence
            ? "max-w-[24ch] text-5xl text-balance wrap-anywhere md:text-6xl"
            : "text-[clamp(3rem,15.5vw,3.75rem)] sm:text-7xl md:text-8xl",
        )}
      >
        {title}
      </h1>
      {children !== undefined && (
        <div className="mt-5 max-w-[58ch] text-lg text-pretty text-muted">{children}</div>
      )}
    </div>
    {below}
  </div>
);
