import { Link } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { cn } from "#client/lib/cn.ts";
import { useSite } from "#client/lib/site.ts";

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
        "inline-flex shrink-0 items-center justify-center gap-1.5 bg-amber font-semibold text-night-950 transition-colors hover:bg-amber-strong",
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
