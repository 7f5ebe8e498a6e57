import { Info, TriangleAlert } from "lucide-react";
import { cn } from "#client/lib/cn.ts";
import { SITE_EDITOR, SITE_OVERVIEW } from "#shared/site-messages.ts";
import { type Path, useNotices, useProblemCount } from "./context.ts";

/** Below a field: what may be wrong with it. */
export const Notices = ({ path, className }: { path: Path; className?: string }) => {
  const notices = useNotices(path);
  if (notices.length === 0) return null;
  return (
    <ul className={cn("mt-2 grid gap-1.5", className)}>
      {notices.map(({ level, code, message }) => {
        const Icon = level === "warning" ? TriangleAlert : Info;
        return (
          <li key={`${code} ${message}`} className="flex gap-2 text-sm text-pretty text-muted">
            <Icon
              aria-hidden
              className={cn(
                "mt-0.5 size-4 shrink-0",
                level === "warning" ? "text-laurel" : "text-faint",
              )}
            />
            <span className="min-w-0 wrap-anywhere">
              <span className="sr-only">{SITE_EDITOR.levels[level]}: </span>
              {message}
            </span>
          </li>
        );
      })}
    </ul>
  );
};

/** How many warnings there are, quieter than what has to be put right. */
export const WarningMark = ({ count }: { count: number }) =>
  count > 0 && (
    <span className="inline-flex shrink-0 items-center gap-1 rounded-full border border-laurel/40 px-2 py-px text-xs font-semibold text-muted">
      <TriangleAlert aria-hidden className="size-3 text-laurel" />
      {SITE_OVERVIEW.warnings(count)}
    </span>
  );

/** The same of what stands at a place and within it. */
export const WarningsWithin = ({ path }: { path: Path }) => (
  <WarningMark count={useProblemCount(path, "warning")} />
);
