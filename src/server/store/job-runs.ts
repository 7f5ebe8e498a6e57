import { and, eq, gt, gte, inArray, like, lt, lte, notInArray, or } from "drizzle-orm";
import { z } from "zod";
import type { Clock } from "#server/core/clock.ts";
import { DAY_MS, HOUR_MS } from "#shared/constants/time.ts";
import { readSetting, removeSetting, type Setting, writeSetting } from "./settings.ts";
import type { Isolation, Reader, Store, TimedTx } from "./store.ts";

/**
 * Whoever has written a lease's row keeps it until the transaction ends: no other can hold that lease meanwhile. Kept
 * apart further, instances that start at once, with fifty leases each, would end each other's transactions.
 */
const BY_ITS_ROW = "read committed" satisfies Isolation;
/** A lease that lasts so much longer than its term was taken before the clock was set back. */
const SET_BACK_MS = HOUR_MS;
/** After so long nobody renews a lease any more. */
const FORGOTTEN_MS = DAY_MS;

/**
 * Takes a lease, or renews it for the one who holds it. Of several who ask, one gets it; a lease
 * that has run out is anybody's, and so is one that ends more than an hour after its time.
 * @param lease.holder who asks, such as an instance's id.
 * @param lease.ttlMs how long it is held from now.
 * @param alongside what else the holder, and nobody else, writes in the same transaction.
 * @returns true for the holder.
 */
export const takeLease = (
  store: Store,
  clock: Clock,
  lease: { name: string; holder: string; ttlMs: number },
  alongside?: (tx: TimedTx) => Promise<void>,
): Promise<boolean> => {
  const { leases } = store.tables;
  const { name, holder, ttlMs } = lease;
  const now = clock.now();
  const until = new Date(now.getTime() + ttlMs);
  const latest = new Date(until.getTime() + SET_BACK_MS);
  return store.write(async (tx) => {
    const taken = await tx
      .insert(leases)
      .values({ name, holder, until })
      .onConflictDoUpdate({
        target: leases.name,
        set: { holder, until },
        setWhere: or(eq(leases.holder, holder), lte(leases.until, now), gt(leases.until, latest)),
      })
      .returning({ name: leases.name });
    if (taken.length === 1) await alongside?.({ ...tx, clock });
    return taken.length === 1;
  }, BY_ITS_ROW);
};

/**
 * Renews what `holder` has, all of it in one write; what another has taken meanwhile stays theirs.
 * @returns the names that it still holds.
 */
export const renewLeases = (
  store: Store,
  clock: Clock,
  { names, holder, ttlMs }: { names: readonly string[]; holder: string; ttlMs: number },
): Promise<readonly string[]> => {
  const { leases } = store.tables;
  const until = new Date(clock.now().getTime() + ttlMs);
  return store.write(async (tx) => {
    const kept = await tx
      .update(leases)
      .set({ until })
      .where(and(eq(leases.holder, holder), inArray(leases.name, [...names])))
      .returning({ name: leases.name });
    return kept.map(({ name }) => name);
  }, BY_ITS_ROW);
};

/** Removes up to `max` leases that ended long ago, such as those of instances that are no more. */
export const forgetLeases = async (tx: TimedTx, max: number): Promise<number> => {
  const { leases } = tx.tables;
  const ended = tx
    .select({ name: leases.name })
    .from(leases)
    .where(lt(leases.until, new Date(tx.clock.now().getTime() - FORGOTTEN_MS)))
    .limit(max);
  const gone = await tx
    .delete(leases)
    .where(inArray(leases.name, ended))
    .returning({ name: leases.name });
  return gone.length;
};

/** A lease that somebody has. */
export type HeldLease = { name: string; holder: string };
const HELD_MAX = 500;

/** The leases that are held now, by name; at most 500. */
export const readLeases = async (reader: Reader, clock: Clock): Promise<HeldLease[]> => {
  const { leases: t } = reader.tables;
  return await reader
    .select({ name: t.name, holder: t.holder })
    .from(t)
    .where(gt(t.until, clock.now()))
    .orderBy(t.name)
    .limit(HELD_MAX);
};

/** Lets a lease go, so that the next need not wait for its end. Another's lease stays. */
export const releaseLease = (
  store: Store,
  { name, holder }: { name: string; holder: string },
): Promise<void> => {
  const { leases } = store.tables;
  return store.write(async (tx) => {
    await tx.delete(leases).where(and(eq(leases.name, name), eq(leases.holder, holder)));
  }, BY_ITS_ROW);
};

/** Every job runs more often: one that has not failed again since is not there any more. */
const KEPT_MS = 8 * DAY_MS;

const moment = z.iso.datetime();

const failure = z.object({ since: moment, times: z.int() });
type Failure = z.infer<typeof failure>;

const lastRun = z.object({
  startedAt: moment,
  tookMs: z.number(),
  /** How often it is to be run, so that whoever looks can say that it is overdue. */
  everyMs: z.number(),
  succeededAt: z.nullable(moment),
  failedAt: z.nullable(moment),
  /** What the last failure was, by a word that is no personal data; null where it has never failed. */
  error: z.nullable(z.string()),
});

/** How a job's last run went. Times are ISO 8601, durations milliseconds. */
export type LastRun = z.infer<typeof lastRun>;

/** A run that is over. */
export type EndedRun = Pick<LastRun, "tookMs" | "everyMs" | "error"> & { startedAt: Date };

const nextRunOf = (name: string): Setting<string> => ({
  key: `job:${name}:rests_until`,
  schema: moment,
});

const failureOf = (name: string): Setting<Failure> => ({
  key: `job:${name}:failed`,
  schema: failure,
});

const underWay = z.object({ since: moment, holder: z.string() });

/** Of a run that takes long: whoever holds the lease no more does not run it any more. */
const underWayOf = (name: string): Setting<z.infer<typeof underWay>> => ({
  key: `job:${name}:under_way`,
  schema: underWay,
});

const lastRunOf = (name: string): Setting<LastRun> => ({
  key: `job:${name}:last_run`,
  schema: lastRun,
});

/** Whether the last run of a job has failed, as far as that is written down. */
export const isJobFailing = async (reader: Reader, name: string): Promise<boolean> =>
  (await readSetting(reader, failureOf(name))) !== null;

/** When a job is due again, whichever instance has it; null where it has never come to its end. */
export const readNextRun = async (reader: Reader, name: string): Promise<Date | null> => {
  const written = await readSetting(reader, nextRunOf(name));
  return written === null ? null : new Date(written);
};

/** What the run before has left, with what this one adds. */
export const lastRunAfter = (
  known: Pick<LastRun, "succeededAt" | "failedAt" | "error"> | null,
  { startedAt, tookMs, everyMs, error }: EndedRun,
): LastRun => {
  const endedAt = new Date(startedAt.getTime() + Math.round(tookMs)).toISOString();
  const isWell = error === null;
  return {
    startedAt: startedAt.toISOString(),
    tookMs: Math.round(tookMs),
    everyMs,
    succeededAt: isWell ? endedAt : (known?.succeededAt ?? null),
    failedAt: isWell ? (known?.failedAt ?? null) : endedAt,
    error: error ?? known?.error ?? null,
  };
};

const noteLastRun = async (tx: TimedTx, name: string, run: EndedRun): Promise<void> => {
  const setting = lastRunOf(name);
  await writeSetting(tx, setting, lastRunAfter(await readSetting(tx, setting), run));
};

/** Writes down, in the caller's transaction, that a run takes long. @param holder of the job's lease. */
export const noteJobUnderWay = (
  tx: TimedTx,
  name: string,
  { startedAt, holder }: { startedAt: Date; holder: string },
): Promise<void> => writeSetting(tx, underWayOf(name), { since: startedAt.toISOString(), holder });

/** Writes down, in the caller's transaction, that such a run is over. */
export const noteJobOver = (tx: TimedTx, name: string): Promise<void> =>
  removeSetting(tx, underWayOf(name));

/**
 * Writes down, in the caller's transaction, that a run of a job has come to its end.
 * @param nextRunAt when it is due again.
 * @param wasFailing whether the run before is written down as failed.
 */
export const noteJobSuccess = async (
  tx: TimedTx,
  name: string,
  { run, nextRunAt, wasFailing }: { run: EndedRun; nextRunAt: Date; wasFailing: boolean },
): Promise<void> => {
  const { settings: t } = tx.tables;
  await writeSetting(tx, nextRunOf(name), nextRunAt.toISOString());
  await noteLastRun(tx, name, run);
  if (wasFailing) await tx.delete(t).where(eq(t.key, failureOf(name).key));
};

/** Writes down, in the caller's transaction, that one more run of a job has failed. */
export const noteJobFailure = async (tx: TimedTx, name: string, run: EndedRun): Promise<void> => {
  const known = await readSetting(tx, failureOf(name));
  await noteLastRun(tx, name, run);
  await writeSetting(tx, failureOf(name), {
    since: known?.since ?? tx.clock.now().toISOString(),
    times: (known?.times ?? 0) + 1,
  });
};

/** What is written down of a job that one of all instances runs. */
export type JobRecord = {
  name: string;
  /** Null where no run has ended yet. */
  lastRun: LastRun | null;
  /** ISO 8601; null where it is not known. */
  nextRunAt: string | null;
  /** When the run began that is under way, in ISO 8601; null where none is, or not for long. */
  underWaySince: string | null;
  /** Since when it fails, and how often by now; null where its last run went well. */
  failing: Failure | null;
};

/** All jobs that are known, by name. What is written differently is passed over. */
export const readJobs = async (reader: Reader, clock: Clock): Promise<JobRecord[]> => {
  const { settings: t } = reader.tables;
  const rows = await reader
    .select({ key: t.key, value: t.value })
    .from(t)
    .where(and(like(t.key, "job:%"), gte(t.updatedAt, new Date(clock.now().getTime() - KEPT_MS))))
    .orderBy(t.key);
  const leases = rows.some(({ key }) => key.endsWith(":under_way"))
    ? await readLeases(reader, clock)
    : [];
  const holders = new Map(leases.map(({ name, holder }) => [name, holder]));
  const jobs = new Map<string, JobRecord>();
  const nothing = { lastRun: null, nextRunAt: null, underWaySince: null, failing: null };
  for (const { key, value } of rows) {
    const [, name = "", what] = key.split(":");
    const known: JobRecord = jobs.get(name) ?? { name, ...nothing };
    const run = what === "under_way" ? underWay.safeParse(value).data : undefined;
    if (run !== undefined && holders.get(`job:${name}`) === run.holder)
      known.underWaySince = run.since;
    if (what === "last_run") known.lastRun = lastRun.safeParse(value).data ?? null;
    if (what === "failed") known.failing = failure.safeParse(value).data ?? null;
    if (what === "rests_until") known.nextRunAt = moment.safeParse(value).data ?? null;
    jobs.set(name, known);
  }
  return [...jobs.values()];
};

/** The jobs whose last run failed: since when, and how often by now. */
export const readFailedJobs = async (
  reader: Reader,
  clock: Clock,
): Promise<(Failure & { name: string })[]> => {
  const jobs = await readJobs(reader, clock);
  return jobs.flatMap(({ name, failing }) =>
    failing === null ? [] : Object.assign({ name }, failing),
  );
};

/** Forgets how jobs went that are not among these: nobody runs them any more. */
export const forgetOtherJobs = async (store: Store, names: readonly string[]): Promise<void> => {
  const { settings: t } = store.tables;
  const known = names.flatMap((name) => [
    lastRunOf(name).key,
    failureOf(name).key,
    underWayOf(name).key,
  ]);
  await store.write(async (tx) => {
    await tx
      .delete(t)
      .where(
        and(
          or(
            like(t.key, "job:%:last_run"),
            like(t.key, "job:%:failed"),
            like(t.key, "job:%:under_way"),
          ),
          known.length === 0 ? undefined : notInArray(t.key, known),
        ),
      );
  });
};
