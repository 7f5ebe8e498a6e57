import type { MemberCtx } from "#server/context/context.ts";
import type { HealthWatch, Services } from "#server/context/services.ts";
import { systemContext } from "#server/context/unit-of-work.ts";
import { systemTimer } from "#server/core/clock.ts";
import { gauge, type MetricFamily, oneGauge, type Sample } from "#server/core/metrics.ts";
import { intervalMs, lastBackup } from "#server/modules/backups/index.ts";
import { readOutbox } from "#server/modules/mail/index.ts";
import { readInbox } from "#server/modules/orders/index.ts";
import { readFigures } from "#server/store/health.ts";
import { readJobs, readLeases } from "#server/store/job-runs.ts";
import { PROVIDERS } from "#shared/constants/health.ts";
import { MINUTE_MS } from "#shared/constants/time.ts";
import type { HealthJob, HealthTrouble, SiteHealth } from "#shared/schemas/health.ts";
import { type Outside, readDiskSpace } from "./checks.ts";
import { runHealthChecks } from "./run.ts";
import { listJobs } from "./work.ts";

export { judgeAudit, judgeLedger, noteProof, type Outside } from "./checks.ts";
export { type HealthReport, refusedConfiguration, runHealthChecks } from "./run.ts";

const secondsOf = (at: string | Date): number => new Date(at).getTime() / 1000;

/** How long ago, in seconds; 0 where there is nothing that waits. */
const ageOf = (since: Date | null, now: Date): number =>
  since === null ? 0 : Math.max(0, (now.getTime() - since.getTime()) / 1000);

/** Only where mail is configured: elsewhere it waits until it is, and nobody is to be woken for that. */
const readMail = async (services: Services): Promise<MetricFamily[]> => {
  if (services.config.mail === null) return [];
  const mail = await readOutbox(systemContext(services, "metrics"));
  const givenUp = mail.givenUp.reduce((sum, { mails }) => sum + mails, 0);
  return [
    oneGauge("lynxden_mail_queue_length", "Mails that are due and wait to be sent.", mail.waiting),
    oneGauge("lynxden_mail_later", "Mails that are to be sent later.", mail.later),
    oneGauge(
      "lynxden_mail_queue_oldest_seconds",
      "For how long the mail has waited that was due first.",
      ageOf(mail.waitingSince, services.clock.now()),
    ),
    oneGauge("lynxden_mail_given_up", "Mails given up in the last seven days.", givenUp),
  ];
};

/** Only where backups are configured: those of before grow old for good. */
const readBackups = async ({ store, config }: Services): Promise<MetricFamily[]> => {
  if (config.backups === null) return [];
  const { made, failed } = await lastBackup(store.read);
  return [
    oneGauge(
      "lynxden_backup_interval_seconds",
      "How long there is from one backup to the next, as BACKUP_EVERY says.",
      intervalMs(config.backups) / 1000,
    ),
    oneGauge(
      "lynxden_backup_last_success_timestamp_seconds",
      "Of when the newest backup is that the site made and verified.",
      made && secondsOf(made.at),
    ),
    oneGauge(
      "lynxden_backup_failing",
      "1 where the last attempt to make a backup has failed.",
      Number(failed !== null),
    ),
  ];
};

const readDatabase = async (services: Services): Promise<MetricFamily[]> => {
  const { store, config, clock } = services;
  const { bytes } = await readFigures(store, config.dataDir);
  const inbox = await readInbox(systemContext(services, "metrics"));
  return [
    oneGauge("lynxden_database_size_bytes", "What the database takes on disk.", bytes),
    oneGauge("lynxden_webhook_inbox_length", "Events of Tebex that wait.", inbox.waiting),
    oneGauge(
      "lynxden_webhook_inbox_oldest_seconds",
      "For how long the event of Tebex that came first has waited.",
      ageOf(inbox.waitingSince, clock.now()),
    ),
    oneGauge(
      "lynxden_webhook_last_received_timestamp_seconds",
      "When an event of Tebex was last received.",
      inbox.lastReceivedAt === null ? null : secondsOf(inbox.lastReceivedAt),
    ),
  ];
};

/** Of jobs that one of all instances runs, what is written down; of the others, what happened here. */
const readJobSamples = async ({ store, clock, metrics }: Services): Promise<MetricFamily[]> => {
  const recorded = await readJobs(store.read, clock);
  const here = metrics.jobs.read();
  const names = new Set([...recorded.map(({ name }) => name), ...here.keys()]);
  const success: Sample[] = [];
  const failing: Sample[] = [];
  for (const job of names) {
    const record = recorded.find(({ name }) => name === job);
    const run = record?.lastRun ?? here.get(job) ?? null;
    if (run === null) continue;
    const isFailing = run.failedAt !== null && run.failedAt > (run.succeededAt ?? "");
    failing.push({ labels: { job_name: job }, value: Number(isFailing) });
    if (run.succeededAt !== null)
      success.push({ labels: { job_name: job }, value: secondsOf(run.succeededAt) });
  }
  return [
    gauge(
      "lynxden_job_last_success_timestamp_seconds",
      "When a job last came to its end, on whichever instance runs it.",
      success,
    ),
    gauge("lynxden_job_failing", "1 where the last run of a job has failed.", failing),
  ];
};

const readServers = ({ board, clock }: Services): MetricFamily[] => {
  const rows = board.rows();
  const labelsOf = ({ key, game }: (typeof rows)[number]) => ({ server: key, game });
  const polled = rows.flatMap(({ checkedAt }) => (checkedAt === null ? [] : secondsOf(checkedAt)));
  return [
    gauge(
      "lynxden_server_up",
      "1 where a game server is shown as online.",
      rows.map((row) => ({ labels: labelsOf(row), value: Number(row.isOnline) })),
    ),
    gauge(
      "lynxden_server_players",
      "Players on a game server.",
      rows.map((row) => ({ labels: labelsOf(row), value: row.players })),
    ),
    oneGauge("lynxden_servers", "Game servers that the site shows.", rows.length),
    oneGauge(
      "lynxden_servers_up",
      "Game servers that are shown as online.",
      rows.filter(({ isOnline }) => isOnline).length,
    ),
    oneGauge(
      "lynxden_servers_poll_age_seconds",
      "How long ago a game server was last asked.",
      polled.length === 0 ? null : Math.max(0, secondsOf(clock.now()) - Math.max(...polled)),
    ),
  ];
};

const readProviders = ({ breakers }: Services): MetricFamily[] => {
  const reports = PROVIDERS.map((provider) => [provider, breakers[provider].report()] as const);
  return [
    gauge(
      "lynxden_provider_up",
      "0 where a provider has failed so often that it is left alone for a while.",
      reports.map(([provider, { state }]) => ({
        labels: { provider },
        value: Number(state === "closed"),
      })),
    ),
    {
      name: "lynxden_provider_failures_total",
      help: "Calls of providers that failed.",
      type: "counter",
      samples: reports.map(([provider, { failures }]) => ({
        labels: { provider },
        value: failures,
      })),
    },
  ];
};

const readDisk = async ({ config }: Services): Promise<MetricFamily[]> => {
  const space = await readDiskSpace(config.dataDir);
  return [
    oneGauge(
      "lynxden_disk_free_bytes",
      "What is free on the disk of the data folder.",
      space?.free ?? null,
    ),
    oneGauge(
      "lynxden_disk_size_bytes",
      "How big the disk of the data folder is.",
      space?.total ?? null,
    ),
  ];
};

const nothing = (): MetricFamily[] => [];

/**
 * How the site is in figures: from memory, and from questions to the database that an index answers.
 * Never throws: what cannot be asked for has no value then.
 */
export const measureSite = async (services: Services): Promise<readonly MetricFamily[]> => {
  const { health, store } = services;
  const state = await health.check();
  // Also where it takes no writes, as with a full disk: then it can still be read.
  const asked = state === "away" ? [] : [readDatabase, readMail, readBackups, readJobSamples];
  const found = await Promise.all([
    ...asked.map((reading) => reading(services).catch(nothing)),
    readDisk(services).catch(nothing),
  ]);
  return [
    oneGauge("lynxden_ready", "1 while /readyz answers 200.", Number(state === "ok")),
    oneGauge(
      "lynxden_store_full",
      "1 while the database's disk is full.",
      Number(state === "full"),
    ),
    oneGauge(
      "lynxden_write_queue_length",
      "Writes of this instance that wait for their turn.",
      store.writeQueue.length(),
    ),
    store.writeQueue.waited(),
    ...found.flat(),
    ...readServers(services),
    ...readProviders(services),
  ];
};

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
