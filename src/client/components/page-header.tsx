import type { ReactNode } from "react";
import { cn } from "#client/lib/cn.ts";
import { useSite } from "#client/lib/site.ts";

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
