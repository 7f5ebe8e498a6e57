import { Link } from "@tanstack/react-router";
import { cn } from "#client/lib/cn.ts";
import type { PlacedProblem } from "#shared/schemas/site-document.ts";
import { SECTION_TEXTS, SITE_EDITOR } from "#shared/site-messages.ts";
import { asSentence } from "./form/context.ts";
import { searchFor } from "./section-search.ts";

type ProblemListProps = {
  title: string;
  problems: readonly PlacedProblem[];
  isBad: boolean;
  /** Whether they are of several sections, so that each names its own. */
  hasSections?: boolean;
  /** Leads to the field on this very screen; without it each leads to its section's. */
  onFollow?: (problem: PlacedProblem) => void;
  className?: string;
};

/** What is wrong, or may be, each with the way to its field. */
export const ProblemList = ({
  title,
  problems,
  isBad,
  hasSections = false,
  onFollow,
  className,
}: ProblemListProps) => {
  const way = cn(
    "inline-block min-h-8 text-left wrap-anywhere underline underline-offset-4 hover:decoration-current",
    isBad ? "decoration-ember/50" : "text-muted decoration-ground-500",
  );
  return (
    <section
      className={cn(
        "rounded-lg border px-4 py-3 text-[0.95rem]",
        isBad ? "border-ember/50 bg-ember/10" : "border-ground-500 bg-ground-800/70",
        className,
      )}
    >
      <p className="font-semibold">{title}</p>
      <ul className="mt-1 grid gap-1">
        {problems.map((problem) => {
          const { section, path, place, message } = problem;
          const where = hasSections
            ? [SECTION_TEXTS[section].title, place]
            : [place || SITE_EDITOR.whole];
          const text = [...where.filter(Boolean), asSentence(message)].join(": ");
          return (
            <li key={`${section} ${path.join(".")} ${message}`}>
              {onFollow === undefined ? (
                <Link
                  to="/member/admin/site/$section"
                  params={{ section }}
                  search={searchFor(path)}
                  className={way}
                >
                  {text}
                </Link>
              ) : (
                <button type="button" onClick={() => onFollow(problem)} className={way}>
                  {text}
                </button>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
};
