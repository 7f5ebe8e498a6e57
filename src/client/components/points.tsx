import { Link } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { cn } from "#client/lib/cn.ts";
import { useSite } from "#client/lib/site.ts";
import { pointsText } from "#shared/rules/format.ts";

/**
 * A balance in one line: "12,350 ZP" behind a coin. Where the currency's name does not fit, it is left
 * out for the eye. A place that is held, until it is known.
 */
export const PointsText = ({ points }: { points: number | undefined }) => {
  const { brand } = useSite();
  if (points === undefined)
    return (
      <span aria-hidden className="h-[1.1em] w-[4.5em] animate-pulse rounded-md bg-ground-700/70" />
    );
  return (
    <span className="inline-flex h-[1.3em] min-w-0 flex-wrap items-center gap-x-[0.4em] overflow-hidden leading-[1.3]">
      <span className="inline-flex shrink-0 items-center gap-[0.4em]">
        <span
          aria-hidden
          className="hexagon h-[0.8em] w-[0.7em] bg-linear-to-b from-accent-strong to-accent-deep"
        />
        <span className="sr-only">Balance: </span>
        <span className="tabular-nums">{pointsText(points)}</span>
      </span>
      <span className="text-accent">{brand.currency}</span>
    </span>
  );
};

type BuyPointsProps = {
  /** A plus alone, as on phones everywhere. */
  isSmall?: boolean;
  className?: string;
  onClick?: () => void;
};

/** Leads to the shop, where this community has one [NAV-04]. */
export const BuyPoints = ({ isSmall = false, className, onClick }: BuyPointsProps) => {
  const { shop } = useSite();
  if (shop === null) return null;
  return (
    <Link
      to="/shop"
      title="Buy points"
      aria-label="Buy points"
      className={cn(
        "inline-flex shrink-0 items-center justify-center gap-1.5 bg-accent print:hidden font-semibold text-ground-950 transition-colors hover:bg-accent-strong",
        isSmall ? "size-7 rounded-full" : "size-8 rounded-full sm:h-9 sm:w-auto sm:pr-4 sm:pl-3",
        className,
      )}
      onClick={onClick}
    >
      <Plus className="size-4" strokeWidth={3} aria-hidden />
      {!isSmall && <span className="hidden sm:inline">Buy points</span>}
    </Link>
  );
};
