import { ChevronDown } from "lucide-react";
import { type ReactNode, useState } from "react";
import { TimeAgo } from "#client/components/marks.tsx";
import { cn } from "#client/lib/cn.ts";
import { useNow } from "#client/lib/time.ts";
import type { HealthCheckState } from "#shared/constants/health.ts";
import { HEALTH_SCREEN } from "#shared/health-work-messages.ts";
import type { HealthJob } from "#shared/schemas/health.ts";

/** For rows that a phone leaves out until they are asked for. */
export const foldedOnPhone = (isOpen: boolean) => (isOpen ? undefined : "max-md:hidden");

type FoldRowProps = {
  /** What it shows or hides. */
  label: string;
  isOpen: boolean;
  onToggle: () => void;
};

/** The last row of a list on a phone: shows the rows that need nobody, or hides them again. */
export const FoldRow = ({ label, isOpen, onToggle }: FoldRowProps) => (
  <li className="md:hidden">
    <button
      type="button"
      aria-expanded={isOpen}
      className="flex min-h-12 w-full items-center justify-between gap-3 px-4 text-left font-semibold text-muted transition-colors hover:text-ink focus-visible:-outline-offset-2"
      onClick={onToggle}
    >
      {label}
      <ChevronDown
        aria-hidden
        className={cn("size-5 shrink-0 transition-transform duration-200", isOpen && "rotate-180")}
      />
    </button>
  </li>
);

const LOOKS: Readonly<Record<HealthCheckState, { light: string; text: string }>> = {
  ok: { light: "bg-moss", text: "text-moss" },
  warn: { light: "bg-accent", text: "text-accent-strong" },
  fail: { light: "bg-ember", text: "text-ember" },
};

/** How something is: a light, and a word for whoever sees no colour. */
export const StateMark = ({
  state,
  children,
}: {
  state: HealthCheckState;
  children: ReactNode;
}) => (
  <span className="flex items-center gap-2">
    <span aria-hidden className={cn("hexagon h-[11px] w-[10px] shrink-0", LOOKS[state].light)} />
    <span className={cn("text-sm font-semibold", LOOKS[state].text)}>{children}</span>
  </span>
);

const JOBS_ID = "health-jobs";
const COLUMNS =
  "@3xl:grid-cols-[minmax(0,1.4fr)_7rem_minmax(0,1fr)_minmax(0,1fr)_minmax(0,1.2fr)_5.5rem]";

const inWords = (ms: number): string => {
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `in ${Math.max(0, seconds)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `in ${minutes} min` : `in ${Math.round(minutes / 60)} h`;
};

const stateWord = ({ state, failures }: HealthJob): string => {
  if (failures > 0) return HEALTH_SCREEN.failing(failures);
  return state === "ok" ? HEALTH_SCREEN.running : HEALTH_SCREEN.late;
};

/** A figure with its name, which wide screens have in the heading of the column. */
const Cell = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-xs text-faint @3xl:sr-only">{name}</dt>
    <dd className="wrap-anywhere">{children}</dd>
  </div>
);

const NextRun = ({ at }: { at: string | null }) => {
  const nowMs = useNow();
  if (at === null || nowMs === null) return HEALTH_SCREEN.nobody;
  const leftMs = Date.parse(at) - nowMs;
  return <time dateTime={at}>{leftMs <= 0 ? HEALTH_SCREEN.due : inWords(leftMs)}</time>;
};

const needsNobody = ({ state, failures }: HealthJob) => state === "ok" && failures === 0;

const Row = ({ className, ...job }: HealthJob & { className: string | undefined }) => {
  const { name, state, startedAt, tookMs, everyMs, nextRunAt, failedAt, error } = job;
  return (
    <li className={cn("px-4 py-3 text-sm text-muted @2xl:px-5", className)}>
      <dl className={`grid grid-cols-2 gap-x-4 gap-y-2 @3xl:items-baseline ${COLUMNS}`}>
        <Cell name={HEALTH_SCREEN.job}>
          <span className="font-semibold text-ink">{name}</span>
          {everyMs > 0 && (
            <span className="block text-xs text-faint">{HEALTH_SCREEN.every(everyMs)}</span>
          )}
        </Cell>
        <Cell name={HEALTH_SCREEN.state}>
          <StateMark state={state}>{stateWord(job)}</StateMark>
        </Cell>
        <Cell name={HEALTH_SCREEN.lastRun}>
          {startedAt === null ? HEALTH_SCREEN.never : <TimeAgo at={startedAt} />}
          {tookMs !== null && <span className="text-faint"> · {HEALTH_SCREEN.took(tookMs)}</span>}
        </Cell>
        <Cell name={HEALTH_SCREEN.nextRun}>
          <NextRun at={nextRunAt} />
        </Cell>
        <Cell name={HEALTH_SCREEN.lastFailure}>
          {failedAt === null ? (
            HEALTH_SCREEN.never
          ) : (
            <>
              <TimeAgo at={failedAt} />
              {error !== null && <span className="text-faint"> · {error}</span>}
            </>
          )}
        </Cell>
        <Cell name={HEALTH_SCREEN.runsOn}>
          {job.isEverywhere ? HEALTH_SCREEN.everywhere : (job.holder ?? HEALTH_SCREEN.nobody)}
        </Cell>
      </dl>
    </li>
  );
};

/** What the site does by itself: when it last did, when it does next, and what went wrong. */
export const Jobs = ({ jobs }: { jobs: readonly HealthJob[] }) => {
  const [isOpen, setIsOpen] = useState(false);
  const well = jobs.filter(needsNobody).length;
  return (
    <section aria-labelledby={JOBS_ID} className="mt-8">
      <h2 id={JOBS_ID} className="font-display text-2xl font-bold tracking-wide display-case">
        {HEALTH_SCREEN.jobs}
      </h2>
      <p className="mt-1 max-w-[75ch] text-sm text-pretty text-muted">{HEALTH_SCREEN.jobsIntro}</p>
      <div className="panel @container mt-3">
        <div
          aria-hidden
          className={`hidden gap-x-4 border-b border-ground-700 px-5 py-2 text-xs font-semibold text-faint @3xl:grid ${COLUMNS}`}
        >
          {(["job", "state", "lastRun", "nextRun", "lastFailure", "runsOn"] as const).map(
            (name) => (
              <span key={name}>{HEALTH_SCREEN[name]}</span>
            ),
          )}
        </div>
        <ul aria-labelledby={JOBS_ID} className="divide-y divide-ground-700">
          {jobs.map((job) => (
            <Row
              key={job.name}
              {...job}
              className={needsNobody(job) ? foldedOnPhone(isOpen) : undefined}
            />
          ))}
          {well > 0 && (
            <FoldRow
              label={HEALTH_SCREEN.jobsWell(well)}
              isOpen={isOpen}
              onToggle={() => setIsOpen(!isOpen)}
            />
          )}
        </ul>
      </div>
    </section>
  );
};
