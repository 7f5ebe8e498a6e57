import { Link } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useState } from "react";
import { cn } from "#client/lib/cn.ts";
import { useSite } from "#client/lib/site.ts";
import { exactTime, sinceText, useNow } from "#client/lib/time.ts";
import { pointsText } from "#shared/rules/format.ts";
import { countText } from "#shared/rules/lines.ts";
import { HexFrame } from "./brand/hex-frame.tsx";

/** How long ago something was; a press, by finger or key, shows the exact moment and back again. */
export const TimeAgo = ({ at, className }: { at: string; className?: string }) => {
  const nowMs = useNow();
  const [isExact, setIsExact] = useState(false);
  const date = new Date(at);
  const exact = exactTime(date);
  return (
    <button
      type="button"
      title={exact}
      className={cn("min-h-6 cursor-pointer text-left", className)}
      onClick={() => setIsExact(!isExact)}
    >
      <time dateTime={at}>{nowMs === null || isExact ? exact : sinceText(date, nowMs)}</time>
    </button>
  );
};

/** Date and time, where they are what one looks for: statements, orders, the audit log. */
export const Moment = ({ at, className }: { at: string; className?: string }) => (
  <time dateTime={at} className={className}>
    {exactTime(new Date(at))}
  </time>
);

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

type MemberAvatarProps = {
  /** Whose initial stands in for a missing picture; empty while it is not known. */
  name: string;
  picture: string | null;
  /** Its key; styles the frame; plain when left out. */
  tier?: string;
  /** Sets the height, such as `h-14`. */
  className?: string;
};

/** A member's picture in the hexagon. Decoration: the name stands beside it. */
export const MemberAvatar = ({ name, picture, tier, className }: MemberAvatarProps) => {
  const [failed, setFailed] = useState<string | null>(null);
  const [initial = ""] = name;
  return (
    <HexFrame tier={tier} className={className}>
      {picture === null || picture === failed ? (
        <span
          aria-hidden
          className="grid size-full place-items-center bg-linear-to-b from-ground-700 to-ground-850 [container-type:size]"
        >
          <span className="font-display text-[52cqh] leading-none font-extrabold text-accent">
            {initial.toLocaleUpperCase("en")}
          </span>
        </span>
      ) : (
        <img
          src={picture}
          alt=""
          draggable={false}
          className="size-full object-cover"
          onError={() => setFailed(picture)}
        />
      )}
    </HexFrame>
  );
};

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
