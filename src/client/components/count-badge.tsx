import { cn } from "#client/lib/cn.ts";
import { countText } from "#shared/rules/numbers.ts";

type CountBadgeProps = {
  /** Nothing is shown for 0. */
  count: number;
  className?: string;
};

/**
 * A number at what it counts. Decoration, and no text of the page: whatever it stands in says it with
 * `countedName` as its label.
 */
export const CountBadge = ({ count, className }: CountBadgeProps) =>
  count > 0 && (
    <span
      aria-hidden
      data-count={countText(count)}
      className={cn(
        "inline-grid h-5 min-w-5 shrink-0 place-items-center rounded-full bg-accent px-1.5 font-sans text-xs leading-none font-bold tracking-normal text-ground-950 tabular-nums before:content-[attr(data-count)]",
        className,
      )}
    />
  );
