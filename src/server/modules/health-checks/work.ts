import type { Config } from "#server/config/config.ts";
import type { readInbox } from "#server/modules/orders/index.ts";
import type { UnknownRefusal } from "#server/modules/shop/index.ts";
import type { HeldLease, JobRecord, LastRun } from "#server/store/job-runs.ts";
import type { HealthCheckState } from "#shared/constants/health.ts";
import { HOUR_MS, MINUTE_MS } from "#shared/constants/time.ts";
import { HEALTH_WORK } from "#shared/health-work-messages.ts";
import type { HealthJob } from "#shared/schemas/health.ts";
import { fail, type Finding, ok, together, warn } from "./checks.ts";

/** Of what is written down of a job: one failure may be nobody's fault. */
const FAILURES_MAX = 3;
/** So many intervals may pass, and a while for an instance to take over. */
const LATE_INTERVALS = 3;
const LATE_MS = 2 * MINUTE_MS;
/** An event of the store that waits longer has failed, or nobody processes it. */
const EVENT_LATE_MS = 10 * MINUTE_MS;

/** The longest, a backup, ends after six hours: a run that takes longer than this hangs. */
const UNDER_WAY_MAX_MS = 8 * HOUR_MS;

const isUnderWay = ({ underWaySince }: JobRecord, now: Date): boolean =>
  underWaySince !== null && now.getTime() - Date.parse(underWaySince) <= UNDER_WAY_MAX_MS;

const isLate = (record: JobRecord, now: Date): boolean =>
  record.lastRun !== null &&
  !isUnderWay(record, now) &&
  now.getTime() - Date.parse(record.lastRun.startedAt) >
    LATE_INTERVALS * record.lastRun.everyMs + LATE_MS;

const stateOf = (record: JobRecord, now: Date): HealthCheckState => {
  const { failing } = record;
  if (failing !== null) return failing.times >= FAILURES_MAX ? "fail" : "warn";
  return isLate(record, now) ? "fail" : "ok";
};

/** What the jobs do that one of all instances runs. @param isServing whether the site itself asks. */
export const judgeJobs = (
  records: readonly JobRecord[],
  now: Date,
  isServing: boolean,
): Finding => {
  const runs = records.flatMap((record) =>
    record.lastRun === null ? [] : [{ record, run: record.lastRun }],
  );
  const underWay = records.flatMap((record) =>
    record.underWaySince !== null && isUnderWay(record, now)
      ? [{ name: record.name, since: record.underWaySince }]
      : [],
  );
  const [latest] = [...runs.map(({ run }) => run.startedAt), ...underWay.map(({ since }) => since)]
    .toSorted()
    .toReversed();
  if (latest === undefined) return ok(HEALTH_WORK.noJobs);
  const late = runs.filter(({ record }) => isLate(record, now));
  // Whoever has stopped the site knows it.
  if (underWay.length === 0 && late.length === runs.length)
    return (isServing ? fail : warn)(HEALTH_WORK.nobodyWorks(latest));
  const failing = records.flatMap((record) =>
    record.failing === null
      ? []
      : [
          {
            state: stateOf(record, now),
            message: HEALTH_WORK.jobFails({
              name: record.name,
              ...record.failing,
              error: record.lastRun?.error ?? "",
            }),
          },
        ],
  );
  return together([
    ...failing,
    ...late.map(({ record: { name }, run }) =>
      fail(HEALTH_WORK.jobLate(name, run.startedAt, run.everyMs)),
    ),
    ...underWay.map(({ name, since }) => ok(HEALTH_WORK.jobUnderWay(name, since))),
    ok(HEALTH_WORK.jobsRun(runs.length - late.length - failing.length, latest)),
  ]);
};

const JOB = "job:";
const INSTANCE = "instance:";
const shortId = (id: string): string => id.slice(0, 8);

/** The ids of those who hold a job, or have given a sign of life a short while ago. */
export const instancesIn = (leases: readonly HeldLease[]): ReadonlySet<string> =>
  new Set(
    leases
      .filter(({ name }) => name.startsWith(JOB) || name.startsWith(INSTANCE))
      .map(({ holder }) => holder),
  );

/** Which instances there are, and which jobs each of them runs. @param own this one's id; null for none. */
export const judgeInstances = (leases: readonly HeldLease[], own: string | null): Finding => {
  const jobs = leases.filter(({ name }) => name.startsWith(JOB));
  const ids = instancesIn(leases);
  if (ids.size === 0) return ok(HEALTH_WORK.noInstance);
  const lines = [...ids].map((id) =>
    HEALTH_WORK.instance(
      shortId(id),
      id === own,
      jobs.filter(({ holder }) => holder === id).length,
    ),
  );
  return ok([HEALTH_WORK.instances(ids.size), ...lines].join("\n"));
};

/** What Tebex has told us, and what it refused. */
export const judgeShop = (
  { tebex, publicUrl }: Pick<Config, "tebex" | "publicUrl">,
  { waiting, waitingSince, lastReceivedAt, lastRefusedAt }: Awaited<ReturnType<typeof readInbox>>,
  refusals: readonly UnknownRefusal[],
  now: Date,
): Finding => {
  if (tebex === null) return ok(HEALTH_WORK.noShop);
  const last =
    lastReceivedAt === null
      ? ok(HEALTH_WORK.noEvent(`${publicUrl}/api/tebex/webhook`))
      : ok(HEALTH_WORK.lastEvent(lastReceivedAt.toISOString()));
  // Anybody can send something that Tebex has not signed: it is worth a look until an event comes in.
  const isUnsigned = lastRefusedAt !== null && lastRefusedAt > (lastReceivedAt ?? new Date(0));
  const unsigned = isUnsigned ? [warn(HEALTH_WORK.notSigned(lastRefusedAt.toISOString()))] : [];
  const isStuck = waitingSince !== null && now.getTime() - waitingSince.getTime() > EVENT_LATE_MS;
  const queue = isStuck ? [fail(HEALTH_WORK.eventsWait(waiting, waitingSince.toISOString()))] : [];
  const unknown = refusals.map(({ detail, times, lastAt }) =>
    warn(HEALTH_WORK.refused(detail, times, lastAt)),
  );
  return together([...queue, last, ...unsigned, ...unknown]);
};

/** What is written down of jobs, with who has them. */
export const listJobs = (
  records: readonly JobRecord[],
  leases: readonly HeldLease[],
  here: ReadonlyMap<string, LastRun>,
  now: Date,
): HealthJob[] => {
  const holders = new Map(leases.map(({ name, holder }) => [name, shortId(holder)]));
  const shared = records.map((record): HealthJob => {
    const { name, lastRun, nextRunAt, failing } = record;
    return {
      name,
      state: stateOf(record, now),
      holder: holders.get(JOB + name) ?? null,
      isEverywhere: false,
      everyMs: lastRun?.everyMs ?? 0,
      startedAt: lastRun?.startedAt ?? null,
      tookMs: lastRun?.tookMs ?? null,
      nextRunAt,
      failedAt: lastRun?.failedAt ?? null,
      error: lastRun?.error ?? null,
      failures: failing?.times ?? 0,
    };
  });
  const names = new Set(records.map(({ name }) => name));
  const own = [...here].flatMap(([name, run]): HealthJob[] => {
    if (names.has(name)) return [];
    const isFailing = run.failedAt !== null && run.failedAt > (run.succeededAt ?? "");
    return [
      {
        name,
        state: isFailing ? "warn" : "ok",
        holder: null,
        isEverywhere: true,
        everyMs: run.everyMs,
        startedAt: run.startedAt,
        tookMs: run.tookMs,
        nextRunAt: new Date(Date.parse(run.startedAt) + run.everyMs).toISOString(),
        failedAt: run.failedAt,
        error: run.error,
        failures: Number(isFailing),
      },
    ];
  });
  const rank = { fail: 0, warn: 1, ok: 2 } as const;
  return [...shared, ...own].toSorted(
    (a, b) => rank[a.state] - rank[b.state] || a.name.localeCompare(b.name, "en"),
  );
};
