import { problemLines } from "#server/config/community-file.ts";
import type { Config } from "#server/config/config.ts";
import type { BackupConfig } from "#server/config/providers.ts";
import type { Services } from "#server/context/services.ts";
import type { Clock, Timer } from "#server/core/clock.ts";
import { errorFields, type Log } from "#server/core/log.ts";
import { VERSION } from "#server/core/version.ts";
import { readPlaceState } from "#server/modules/attachments/index.ts";
import { intervalMs, lastBackup, type LastBackup } from "#server/modules/backups/index.ts";
import { readOutbox } from "#server/modules/mail/index.ts";
import { readInbox } from "#server/modules/orders/index.ts";
import { countPasskeysByHost, rpIdOf } from "#server/modules/passkeys/index.ts";
import { type PushTrouble, readPushTrouble } from "#server/modules/push/index.ts";
import { readRefusals } from "#server/modules/shop/index.ts";
import { type CheckedSite, checkFile, checkPublished } from "#server/modules/site/index.ts";
import { countTeamFactors } from "#server/modules/team/index.ts";
import { withOwnerMessage } from "#server/store/data-folder.ts";
import { readClockLead } from "#server/store/health.ts";
import { readJobs, readLeases } from "#server/store/job-runs.ts";
import { StoreError, storeTroubleOf } from "#server/store/trouble.ts";
import { failureText, OUTAGE, PROVIDER_LABELS } from "#shared/admin-messages.ts";
import { HEALTH_CHECKS, type HealthCheckName, PROVIDERS } from "#shared/constants/health.ts";
import type { ProblemLevel } from "#shared/constants/site.ts";
import { MINUTE_MS } from "#shared/constants/time.ts";
import { HEALTH } from "#shared/health-messages.ts";
import { HEALTH_WORK } from "#shared/health-work-messages.ts";
import { SITE_CHECKS } from "#shared/site-publishing-messages.ts";
import {
  checkAuditChain,
  checkConfiguration,
  checkDisk,
  checkGameServers,
  checkHttps,
  checkLedger,
  checkMailServer,
  checkMigrations,
  checkProof,
  checkStore,
  type Database,
  fail,
  type Finding,
  judgeClock,
  judgeFiles,
  judgeOutbox,
  judgeProviders,
  judgeSweeps,
  notLookedAt,
  ok,
  type Outside,
  probeProviders,
  together,
  warn,
} from "./checks.ts";
import { instancesIn, judgeInstances, judgeJobs, judgeShop } from "./work.ts";

/** What only the site knows that runs: what it has in memory. */
type Running = Pick<Services, "board" | "breakers" | "health" | "instanceId" | "assets">;

/** After so long without an answer nobody asks any more, as it seems. */
const UNASKED_MS = 5 * MINUTE_MS;

/** Whether something can be saved now: what /readyz says. */
const checkReady = async ({ health }: Running): Promise<Finding[]> => {
  const state = await health.check();
  if (state === "ok" || state === "draining" || state === "unmigrated") return [];
  return [fail(HEALTH_WORK.notReady(OUTAGE.reasons[state]))];
};

/** Providers that refuse what is configured, or are left alone for a while because they failed again and again. */
const judgeBreakers = ({ breakers }: Running): Finding[] =>
  PROVIDERS.flatMap((provider) => {
    const { state, since, lastFailure, refusedSince } = breakers[provider].report();
    const { name, waits } = PROVIDER_LABELS[provider];
    if (refusedSince !== null)
      return [fail(`${HEALTH_WORK.refuses(name, refusedSince.toISOString())} ${waits}`)];
    if (state === "closed" || since === null) return [];
    const why = failureText(lastFailure?.reason ?? "");
    return [warn(`${HEALTH_WORK.provider(name, why, since.toISOString())} ${waits}`)];
  });

/** The game servers as the status has them. */
const judgeBoard = ({ board }: Running, now: Date): Finding => {
  const rows = board.rows();
  if (rows.length === 0) return ok(HEALTH.noServers);
  const asked = rows.flatMap(({ checkedAt }) => checkedAt ?? []).toSorted();
  const last = asked.at(-1);
  if (last === undefined) return warn(HEALTH_WORK.notAsked);
  const down = rows.filter(({ state }) => state !== "online");
  const isOld = now.getTime() - Date.parse(last) > UNASKED_MS;
  const answer = HEALTH.serversAnswer(rows.length - down.length, rows.length);
  const lines = down.map(({ name, since }) => HEALTH_WORK.serverDown(name, since));
  return together([
    (isOld ? fail : ok)(`${answer} ${HEALTH_WORK.askedAt(last)}`),
    ...(down.length === 0 ? [] : [warn([...lines, HEALTH.serverAdvice].join("\n"))]),
  ]);
};

const JUDGED: Readonly<Record<ProblemLevel, (message: string) => Finding>> = {
  error: fail,
  warning: warn,
  hint: ok,
};

/**
 * What is found in the site's document: as bad as the worst of it. Of hints it is well, and they are
 * said all the same.
 */
const judgeSite = ({ version, problems, damage }: CheckedSite): Finding => {
  const countOf = (wanted: ProblemLevel) => problems.filter(({ level }) => level === wanted).length;
  const counts = {
    errors: countOf("error") + damage.length,
    warnings: countOf("warning"),
    hints: countOf("hint"),
  };
  const worst: ProblemLevel =
    counts.errors > 0 ? "error" : counts.warnings > 0 ? "warning" : "hint";
  const lines = problemLines(problems, ({ level }) => HEALTH.levels[level]);
  const damaged = damage.map((sentence) => `${HEALTH.levels.error}: ${sentence}`);
  const found = HEALTH.site(version, SITE_CHECKS.found(counts));
  return JUDGED[worst]([found, ...damaged, ...lines].join("\n"));
};

/** So many intervals may pass: the site may have been down when one was due. */
const LATE_INTERVALS = 2;

/**
 * How old the last backup is, and whether more were tried.
 * @param config null where the site makes none.
 */
export const judgeBackups = (
  config: BackupConfig | null,
  { made, failed }: LastBackup,
  now: Date,
): Finding => {
  if (config === null) return warn(HEALTH.noBackups);
  const isHere = made !== null && made.place === config.place;
  const ageMs = isHere ? now.getTime() - made.at.getTime() : 0;
  const isLate = isHere && ageMs > LATE_INTERVALS * intervalMs(config);
  const last = isHere ? HEALTH.backupMade({ ...made, ageMs }) : HEALTH.backupAwaited(config.place);
  if (failed === null) return isLate ? fail(`${last} ${HEALTH.backupLate}`) : ok(last);
  const sentence = HEALTH.backupFailed(failed.since.toISOString(), failed.reason);
  return together([isLate || !isHere ? fail(sentence) : warn(sentence), ok(last)]);
};

/**
 * Whether the team has the second factor that the site asks of it: until then their permissions are off [FACTOR-11].
 * @param team how many they are, and how many of them have none.
 */
export const judgeTeam = (
  {
    community,
  }: { community: { security: Pick<Config["community"]["security"], "teamNeedsSecondFactor"> } },
  { people, without }: { people: number; without: number },
): Finding => {
  if (!community.security.teamNeedsSecondFactor) return ok(HEALTH.teamNotAsked(people, without));
  return without === 0
    ? ok(HEALTH.teamHasFactors(people))
    : warn(HEALTH.teamLacksFactors(people, without));
};

/**
 * Whether the site is where its passkeys were made: those for another host are lost [KEY-07].
 * @param hosts for which there are some, and how many for each.
 */
export const judgePasskeys = (
  { publicUrl }: Pick<Config, "publicUrl">,
  hosts: readonly { rpId: string; count: number }[],
): Finding => {
  const host = rpIdOf(publicUrl);
  const lost = hosts.filter(({ rpId }) => rpId !== host);
  if (lost.length > 0) return warn(HEALTH.lostPasskeys(lost, host));
  const [here] = hosts;
  return ok(here === undefined ? HEALTH.noPasskeys(host) : HEALTH.passkeys(here.count, here.rpId));
};

/** Whether the push services of browsers take what the site sends [PUSH-09]. */
export const judgePush = ({ browsers, refusing }: PushTrouble): Finding =>
  refusing.length === 0
    ? ok(HEALTH_WORK.push(browsers))
    : together(
        refusing.map(({ host, code, browsers: refused }) =>
          warn(HEALTH_WORK.pushRefused(host, code, refused)),
        ),
      );

export type HealthCheck = Finding & { name: HealthCheckName };

export type HealthReport = {
  /** False where something needs the owner: a check that fails. */
  ok: boolean;
  /** Each check once, in the order of `HEALTH_CHECKS`. */
  checks: readonly HealthCheck[];
};

export type HealthSubject = {
  config: Config;
  clock: Clock;
  log: Log;
  /** Opened already, or being opened; where it cannot be, it rejects, and the store's check says why. */
  database: Promise<Database>;
  outside: Outside;
  /** Ends what takes long. */
  signal: AbortSignal;
  timer: Timer;
  /** What the site has in memory where it looks at itself; a command has nothing of it. */
  running?: Running;
};

/** @param findingOf what a check finds; never throws. */
const reportOf = async (
  findingOf: (name: HealthCheckName) => Finding | Promise<Finding>,
): Promise<HealthReport> => {
  const checks = await Promise.all(
    HEALTH_CHECKS.map(async (name) => {
      const { state, message } = await findingOf(name);
      return { name, state, message };
    }),
  );
  return { ok: checks.every(({ state }) => state !== "fail"), checks };
};

const checkVersion = (): Finding => ok(HEALTH_WORK.version(VERSION, Bun.version));

/** What there is to report where nothing else can be asked. @param problems one sentence each. */
export const refusedConfiguration = (problems: readonly string[]): Promise<HealthReport> =>
  reportOf((name) => {
    if (name === "version") return checkVersion();
    return name === "configuration"
      ? fail(problems.join("\n"))
      : notLookedAt(HEALTH.configurationFirst);
  });

/** A check that fails by itself says so, and keeps no other from being made. */
const guard =
  (log: Log, dataDir: string) =>
  async (name: HealthCheckName, look: () => Finding | Promise<Finding>): Promise<Finding> => {
    try {
      return await withOwnerMessage(dataDir, async () => look());
    } catch (error) {
      if (error instanceof StoreError) return fail(error.message);
      const trouble = storeTroubleOf(error);
      if (trouble !== null) return fail(HEALTH.storeTrouble(OUTAGE.reasons[trouble]));
      log.error("health_check.failed", { check: name, ...errorFields(error) });
      return fail(HEALTH.unforeseen);
    }
  };

/**
 * Looks at everything that the site needs, and changes nothing. Never throws. What asks outside has
 * a deadline, at most about ten seconds; ledger and audit take as long as they are.
 */
export const runHealthChecks = async (subject: HealthSubject): Promise<HealthReport> => {
  const { config, clock, log, database, outside, signal, timer, running } = subject;
  const guarded = guard(log, config.dataDir);

  const probing = probeProviders(config, outside.probe);
  const opened = database.catch(() => null);
  const migrations = guarded("migrations", async () => {
    const found = await opened;
    return found === null ? notLookedAt(HEALTH.storeFirst) : checkMigrations(found.store);
  });
  const inDatabase = async (look: (found: Database) => Promise<Finding>, what?: string) => {
    const found = await opened;
    if (found === null) return notLookedAt(HEALTH.storeFirst, what);
    const isMigrated = (await migrations).state === "ok";
    return isMigrated ? look(found) : notLookedAt(HEALTH.migrationsFirst, what);
  };
  /** What is published, which need not be what the file says. */
  const readSite = async () => {
    const found = await opened;
    return found !== null && (await migrations).state === "ok"
      ? checkPublished(found.read)
      : checkFile(config, clock.now());
  };
  const reading = readSite();
  const published = reading.then(
    ({ community }) => ({ ...config, community: community ?? config.community }),
    () => config,
  );
  const checkMail = async () => {
    const server = checkMailServer(outside.greetMailServer);
    const outbox = inDatabase(
      async (found) => judgeOutbox(await readOutbox(found), clock.now()),
      HEALTH.outbox,
    );
    return together(await Promise.all([server, outbox]));
  };
  const checkClock = async () => {
    const found = await opened;
    const server = found === null ? null : await readClockLead(found.store, clock);
    return judgeClock(
      (await probing).flatMap(({ aheadMs }) => aheadMs ?? []),
      server,
    );
  };

  const looks: Readonly<Record<HealthCheckName, () => Finding | Promise<Finding>>> = {
    configuration: async () => checkConfiguration(await published),
    https: () => checkHttps(config),
    version: () => {
      const found = checkVersion();
      return running === undefined
        ? found
        : ok(`${found.message} ${HEALTH_WORK.build(running.assets.buildId)}`);
    },
    store: async () => {
      const found = await checkStore((await database).store, config.dataDir);
      return running === undefined ? found : together([...(await checkReady(running)), found]);
    },
    migrations: () => migrations,
    jobs: () =>
      inDatabase(async ({ read }) =>
        judgeJobs(await readJobs(read, clock), clock.now(), running !== undefined),
      ),
    instances: () =>
      inDatabase(async ({ read }) =>
        judgeInstances(await readLeases(read, clock), running?.instanceId ?? null),
      ),
    ledger: () =>
      inDatabase((found) =>
        running === undefined ? checkLedger(found, signal) : checkProof(found.read, "ledger"),
      ),
    "audit chain": () =>
      inDatabase((found) =>
        running === undefined ? checkAuditChain(found, signal) : checkProof(found.read, "audit"),
      ),
    "store events": () =>
      inDatabase(async (found) => {
        const refusals = await readRefusals(found.read, clock.now());
        return judgeShop(config, await readInbox(found), refusals, clock.now());
      }),
    push: () => inDatabase(async ({ read }) => judgePush(await readPushTrouble(read))),
    passkeys: () =>
      inDatabase(async ({ read }) => judgePasskeys(config, await countPasskeysByHost(read))),
    team: () => inDatabase(async ({ read }) => judgeTeam(config, await countTeamFactors(read))),
    backups: () =>
      inDatabase(async ({ read }) =>
        judgeBackups(config.backups, await lastBackup(read), clock.now()),
      ),
    files: async () => {
      const found = await opened;
      const isKnown = found !== null && (await migrations).state === "ok";
      const leases = isKnown ? await readLeases(found.read, clock) : [];
      const { place } = config.attachments;
      const trouble = await outside.filePlaceTrouble();
      const files = judgeFiles(await published, place, trouble, instancesIn(leases).size);
      const state = isKnown ? await readPlaceState(found.read) : null;
      return together([files, ...judgeSweeps(state, place, clock.now())]);
    },
    site: async () => judgeSite(await reading),
    mail: checkMail,
    providers: async () =>
      together([
        ...(running === undefined ? [] : judgeBreakers(running)),
        judgeProviders(await probing),
      ]),
    "game servers": async () =>
      running === undefined
        ? checkGameServers(await published, outside.gameQuery, signal, timer)
        : judgeBoard(running, clock.now()),
    disk: () => checkDisk(config),
    clock: checkClock,
  };
  return await reportOf((name) => guarded(name, looks[name]));
};
