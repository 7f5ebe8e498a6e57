import type { MemberCtx } from "#server/context/context.ts";
import type { HealthWatch } from "#server/context/health-watch.ts";
import type { Services } from "#server/context/services.ts";
import { systemContext } from "#server/context/unit-of-work.ts";
import { systemTimer } from "#server/core/clock.ts";
import { readJobs } from "#server/store/job-runs.ts";
import { readLeases } from "#server/store/leases.ts";
import { MINUTE_MS } from "#shared/constants/time.ts";
import type { HealthJob, SiteHealth, HealthTrouble } from "#shared/schemas/health.ts";
import type { Outside } from "./outside.ts";
import { runHealthChecks } from "./run.ts";
import { listJobs } from "./work.ts";

/** How the site is, as the instance that answers has found it within the last seconds. */
export const readHealth = ({ watch }: MemberCtx): Promise<SiteHealth> => watch.read();

/** How many of the checks are not well. */
export const countTrouble = async ({ watch }: MemberCtx): Promise<HealthTrouble> => {
  const { checks } = await watch.read();
  const countOf = (wanted: "fail" | "warn") =>
    checks.filter(({ state }) => state === wanted).length;
  return { fail: countOf("fail"), warn: countOf("warn") };
};

/** However many look, everything is looked at once in this time. */
const REMEMBERED_MS = 5000;
/** Others are asked less often: they answer more people than us. */
const OUTSIDE_REMEMBERED_MS = MINUTE_MS;

/** Keeps what was found for a while. What is being looked for is not looked for twice. */
const remembered = <T>(forMs: number, look: () => Promise<T>): (() => Promise<T>) => {
  let last: { found: Promise<T>; atMs: number } | null = null;
  return () => {
    const nowMs = performance.now();
    if (last === null || nowMs - last.atMs >= forMs) last = { found: look(), atMs: nowMs };
    return last.found;
  };
};

/** The same, asked at most once a minute. Game servers are the poller's: the status has them. */
const seldom = ({ probe, gameQuery, greetMailServer, filePlaceTrouble }: Outside): Outside => {
  const probes = new Map<string, () => ReturnType<Outside["probe"]>>();
  return {
    gameQuery,
    probe: (address) => {
      const known = probes.get(address) ?? remembered(OUTSIDE_REMEMBERED_MS, () => probe(address));
      probes.set(address, known);
      return known();
    },
    filePlaceTrouble: remembered(OUTSIDE_REMEMBERED_MS, filePlaceTrouble),
    greetMailServer: greetMailServer && remembered(OUTSIDE_REMEMBERED_MS, greetMailServer),
  };
};

/** Looks at the site that runs, with what it has in memory. */
export const createHealthWatch = (
  services: Omit<Services, "watch">,
  outside: Outside,
): HealthWatch => {
  const { config, clock, log, store, metrics } = services;
  const world = seldom(outside);
  const signal = new AbortController().signal;

  const readWork = async (now: Date): Promise<HealthJob[]> => {
    try {
      const leases = await readLeases(store.read, clock);
      return listJobs(await readJobs(store.read, clock), leases, metrics.jobs.read(), now);
    } catch {
      // That the database cannot be asked stands among the checks.
      return listJobs([], [], metrics.jobs.read(), now);
    }
  };

  const look = async (): Promise<SiteHealth> => {
    const now = clock.now();
    const [report, jobs] = await Promise.all([
      runHealthChecks({
        config,
        clock,
        log,
        database: Promise.resolve({ ...systemContext({ ...services, watch }, "health"), store }),
        outside: world,
        signal,
        timer: systemTimer,
        running: services,
      }),
      readWork(now),
    ]);
    return { at: now.toISOString(), ok: report.ok, checks: [...report.checks], jobs };
  };
  const watch: HealthWatch = { read: remembered(REMEMBERED_MS, look) };
  return watch;
};
