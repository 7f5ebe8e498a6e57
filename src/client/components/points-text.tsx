import { useSite } from "#client/lib/site.ts";
import { pointsText } from "#shared/rules/membership.ts";

/**
 * A balance in one line: "12,350 ZP" behind a coin. Where the currency's name does not fit, it is left
 * out for the eye.
 */
export const PointsText = ({ points }: { points: number }) => {
  const { brand } = useSite();
  return (
    <span className="inline-flex h-[1.3em] min-w-0 flex-wrap items-center gap-x-[0.4em] overflow-hidden leading-[1.3]">
      <span className="inline-flex shrink-0 items-center gap-[0.4em]">
        <span
          aria-hidden
          className="hexagon h-[0.8em] w-[0.7em] bg-linear-to-b from-amber-strong to-amber-deep"
        />
        <span className="sr-only">Balance: </span>
        <span className="tabular-nums">{pointsText(points)}</span>
      </span>
      <span className="text-amber">{brand.currency}</span>
    </span>
  );
};
