import {
  CalendarHeart,
  ChevronDown,
  Coins,
  Gamepad2,
  type LucideIcon,
  Merge,
  Moon,
  ShieldCheck,
  ShoppingBag,
  Undo2,
  Vote,
} from "lucide-react";
import { type ReactNode, useState } from "react";
import { saveCsv } from "#client/components/list-tools.tsx";
import { Moment } from "#client/components/marks.tsx";
import { SkeletonRows } from "#client/components/paged-list.tsx";
import { Skeleton } from "#client/components/ui/alert.tsx";
import { codeOf, messageOf } from "#client/lib/api-error.ts";
import { cn } from "#client/lib/cn.ts";
import { PAGED } from "#client/lib/lists.ts";
import { useIdentity } from "#client/lib/session/use-identity.ts";
import { useMay, useSession } from "#client/lib/session/use-session.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import { PAGE_SIZE } from "#shared/constants/lists.ts";
import { type EntryKind, PASSIVE_QUARTER_MS } from "#shared/constants/points.ts";
import { LOADED_FRESH_MS, MINUTE_MS } from "#shared/constants/time.ts";
import { ENTRY_KIND_NAMES, POINTS, STATEMENT } from "#shared/points-messages.ts";
import { dateFormat, pointsText } from "#shared/rules/format.ts";
import { fullName } from "#shared/rules/lines.ts";
import type { StatementRow } from "#shared/rules/points.ts";
import type { PointEntry, StatementFilter } from "#shared/schemas/points.ts";

/** What of a statement a page asks for: what was earned by playing on one day is one line of it. */
export const statementInputOf = (filter: StatementFilter) => ({
  ...filter,
  limit: PAGE_SIZE,
  foldsPassive: true,
});

/** The lines that a filter lets through, newest first, page by page. */
export const useEntries = (filter: StatementFilter) =>
  trpc.points.statement.useInfiniteQuery(statementInputOf(filter), {
    ...PAGED,
    retry: (failures, error) => codeOf(error) === null && failures < 1,
    staleTime: LOADED_FRESH_MS,
  });

/**
 * What somebody is called, for whoever may see members.
 * @returns null until it is known, and for an account that was removed.
 */
const useMemberName = (userId: string | undefined, isWanted: boolean): string | null => {
  const mayAsk = useMay("members");
  const found = trpc.administration.find.useQuery(
    { text: userId ?? "" },
    {
      enabled: isWanted && mayAsk && userId !== undefined,
      staleTime: Number.POSITIVE_INFINITY,
    },
  );
  const person = found.data?.people.find(({ id }) => id === userId);
  return person === undefined ? null : fullName(person);
};

/** Whose statement it is. */
export type Owner = {
  isOwn: boolean;
  /** What they are called; null for oneself, and until it is known. */
  name: string | null;
  /** Undefined until it is known. */
  points: number | undefined;
};

/** Whether it is one's own statement. */
const useIsOwn = (userId: string | undefined): boolean => {
  const user = useSession();
  return userId === undefined || userId === user?.id;
};

/**
 * @param userId absent for one's own.
 * @param hasFailed whether the lines could not be loaded: whose they are is asked again with them.
 */
export const useOwner = (userId: string | undefined, hasFailed: boolean): Owner => {
  const identity = useIdentity();
  const isOwn = useIsOwn(userId);
  const mayAsk = useMay("points") && !isOwn;
  const newest = trpc.points.statement.useQuery(
    { userId, limit: 1 },
    { enabled: mayAsk && !hasFailed, staleTime: 0 },
  );
  const name = useMemberName(userId, mayAsk && !hasFailed);
  if (isOwn) return { isOwn, name: null, points: identity?.points };
  return {
    isOwn,
    name,
    points: newest.data && (newest.data.items[0]?.balance ?? 0),
  };
};

/** Saves the whole of what is shown as a CSV file. */
export const useDownload = (filter: StatementFilter) => {
  const { points } = trpc.useUtils();
  const [isBusy, setIsBusy] = useState(false);
  const save = async () => {
    setIsBusy(true);
    try {
      const csv = await points.export.fetch(filter, { staleTime: 0, gcTime: 0 });
      saveCsv("points", csv);
    } catch (error) {
      toast("error", messageOf(error) ?? POINTS.exportFailed);
    } finally {
      setIsBusy(false);
    }
  };
  return { isBusy, download: () => void save() };
};

/** By what each kind of line is known at a glance. */
const KIND_ICONS: Readonly<Record<EntryKind, LucideIcon>> = {
  purchase: ShoppingBag,
  subscription: CalendarHeart,
  passive: Moon,
  play: Gamepad2,
  vote: Vote,
  spend: Coins,
  refund: Undo2,
  admin: ShieldCheck,
  merge: Merge,
};

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

/** What stands in a row, whatever it is of. */
const RowContent = ({
  kind,
  title,
  delta,
  balance,
  children,
}: Pick<PointEntry, "kind" | "delta" | "balance"> & { title: string; children: ReactNode }) => {
  const Icon = KIND_ICONS[kind];
  return (
    <>
      <span
        aria-hidden
        className={cn(MARK, delta < 0 ? "bg-ground-700 text-muted" : "bg-moss/15 text-moss")}
      >
        <Icon className="size-5" />
      </span>
      <div className="min-w-0">
        <p className="leading-snug font-semibold wrap-anywhere text-ink [unicode-bidi:plaintext]">
          {title}
        </p>
        <p className="mt-0.5 flex flex-wrap gap-x-3 text-sm text-faint">{children}</p>
      </div>
      <div className="text-right tabular-nums">
        <p
          className={cn(
            "font-display text-2xl leading-none font-extrabold tracking-wide",
            delta < 0 ? "text-ink" : "text-moss",
          )}
        >
          {signed(delta)}
        </p>
        <p className="mt-1.5 text-sm leading-none text-faint">
          <span className="sr-only">Balance: </span>
          {pointsText(balance)}
        </p>
      </div>
    </>
  );
};

/** One line of the ledger: why, when, how much, and what there was with it. */
export const EntryRow = ({
  entry: { kind, delta, balance, reason, actorId, at },
}: {
  entry: PointEntry;
}) => {
  const label = ENTRY_KIND_NAMES[kind];
  return (
    <li className={ROW}>
      <RowContent
        kind={kind}
        title={reason === "" ? label : reason}
        delta={delta}
        balance={balance}
      >
        {reason !== "" && actorId === null && <span>{label}</span>}
        <Moment at={at} />
        {actorId !== null && <Actor id={actorId} />}
      </RowContent>
    </li>
  );
};

/** The day is the community's: no time zone may move it. */
const dayText = dateFormat({ dateStyle: "medium", timeZone: "UTC" });

type PlayedRowProps = {
  /** "2026-12-01", where the community is. */
  day: string;
  /** Newest first. */
  entries: StatementRow["entries"];
};

/** What was earned by playing on one day, as one line that opens. */
export const PlayedRow = ({ day, entries }: PlayedRowProps) => {
  const [{ balance }] = entries;
  const delta = entries.reduce((sum, entry) => sum + entry.delta, 0);
  const minutes = (entries.length * PASSIVE_QUARTER_MS) / MINUTE_MS;
  return (
    <li>
      <details className="group">
        {/* Its text is in RowContent. */}
        {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label */}
        <summary
          className={cn(
            ROW,
            "cursor-pointer list-none transition-colors hover:bg-ground-800/60 focus-visible:-outline-offset-2 [&::-webkit-details-marker]:hidden",
          )}
        >
          <RowContent
            kind="passive"
            title={STATEMENT.played(Math.floor(minutes / 60), minutes % 60)}
            delta={delta}
            balance={balance}
          >
            <time dateTime={day}>{dayText(new Date(day))}</time>
            <span className="inline-flex items-center gap-1">
              {STATEMENT.credits(entries.length)}
              <ChevronDown
                aria-hidden
                className="size-4 transition-transform group-open:rotate-180"
              />
            </span>
          </RowContent>
        </summary>
        <ul className="border-t border-ground-700 bg-ground-950/40 py-2 pr-4 pl-[4.4rem] text-sm sm:pr-5 sm:pl-[5.2rem]">
          {entries.map((entry) => (
            <li key={entry.id} className="flex justify-between gap-4 py-1 text-muted tabular-nums">
              <Moment at={entry.at} />
              <span className="text-moss">{signed(entry.delta)}</span>
            </li>
          ))}
        </ul>
      </details>
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
