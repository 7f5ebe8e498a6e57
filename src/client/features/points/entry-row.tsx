import { SkeletonRows } from "#client/components/paged-list.tsx";
import { TimeAgo } from "#client/components/time-ago.tsx";
import { Skeleton } from "#client/components/ui/skeleton.tsx";
import { cn } from "#client/lib/cn.ts";
import { pointsText } from "#shared/rules/membership.ts";
import type { PointEntry } from "#shared/schemas/points.ts";
import { KINDS } from "./kinds.ts";
import { useMemberName } from "./use-statement.ts";

const ROW =
  "grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 px-4 py-3.5 sm:gap-x-5 sm:px-5";
const MARK = "hexagon grid h-11 w-[2.4rem] shrink-0 place-items-center";

/** With its sign: "+50", "−450". */
const signed = (delta: number): string =>
  `${delta < 0 ? "\u2212" : "+"}${pointsText(Math.abs(delta))}`;

/** The Admin who did it, whom other Admins alone are told of. */
const Actor = ({ id }: { id: string }) => {
  const name = useMemberName(id, true);
  return (
    <span className="min-w-0 truncate" title={id}>
      by {name ?? id}
    </span>
  );
};

/** One line of the ledger: why, when, how much, and what there was with it. */
export const EntryRow = ({
  entry: { kind, delta, balance, reason, actorId, at },
}: {
  entry: PointEntry;
}) => {
  const { label, icon: Icon } = KINDS[kind];
  return (
    <li className={ROW}>
      <span
        aria-hidden
        className={cn(MARK, delta < 0 ? "bg-night-700 text-muted" : "bg-moss/15 text-moss")}
      >
        <Icon className="size-5" />
      </span>
      <div className="min-w-0">
        <p className="leading-snug font-semibold wrap-anywhere text-bone [unicode-bidi:plaintext]">
          {reason === "" ? label : reason}
        </p>
        <p className="mt-0.5 flex flex-wrap gap-x-3 text-sm text-faint">
          {reason !== "" && actorId === null && <span>{label}</span>}
          <TimeAgo at={at} />
          {actorId !== null && <Actor id={actorId} />}
        </p>
      </div>
      <div className="text-right tabular-nums">
        <p
          className={cn(
            "font-display text-2xl leading-none font-extrabold tracking-wide",
            delta < 0 ? "text-bone" : "text-moss",
          )}
        >
          {signed(delta)}
        </p>
        <p className="mt-1.5 text-sm leading-none text-faint">
          <span className="sr-only">Balance: </span>
          {pointsText(balance)}
        </p>
      </div>
    </li>
  );
};

/** Holds the place of the first lines. */
export const EntrySkeletons = () => (
  <SkeletonRows rows={6} className={ROW}>
    <Skeleton className={MARK} />
    <div className="min-w-0">
      <Skeleton className="h-5 w-64 max-w-full" />
      <Skeleton className="mt-1.5 h-4 w-36 max-w-full" />
    </div>
    <div className="flex flex-col items-end">
      <Skeleton className="h-6 w-16" />
      <Skeleton className="mt-1.5 h-3.5 w-12" />
    </div>
  </SkeletonRows>
);
