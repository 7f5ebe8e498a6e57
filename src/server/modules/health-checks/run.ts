import type { Config } from "#server/config/config.ts";
import type { Clock, Timer } from "#server/core/clock.ts";
import { errorFields, type Log } from "#server/core/log.ts";
import { VERSION } from "#server/core/version.ts";
import { lastBackup } from "#server/modules/backups/index.ts";
import { readOutbox } from "#server/modules/mail/index.ts";
import { readInbox } from "#server/modules/orders/index.ts";
import { countPasskeysByHost } from "#server/modules/passkeys/index.ts";
import { readPushTrouble } from "#server/modules/push/index.ts";
import { readRefusals } from "#server/modules/shop/index.ts";
import { checkFile, checkPublished } from "#server/modules/site/index.ts";
import { countTeamFactors } from "#server/modules/team/index.ts";
import { readClockLead } from "#server/store/figures.ts";
import { readJobs } from "#server/store/job-runs.ts";
import { readLeases } from "#server/store/leases.ts";
import { withOwnerMessage } from "#server/store/owner-message.ts";
import { StoreError } from "#server/store/store-error.ts";
import { storeTroubleOf } from "#server/store/trouble.ts";
import { OUTAGE } from "#shared/admin-messages.ts";
import { HEALTH_CHECKS, type HealthCheckName } from "#shared/constants/health.ts";
import { HEALTH } from "#shared/health-messages.ts";
import { HEALTH_WORK } from "#shared/health-work-messages.ts";
import { judgeBackups } from "./backups.ts";
import {
  checkAuditChain,
  checkLedger,
  checkMigrations,
  checkStore,
  type Database,
} from "./database.ts";
import { judgeFiles } from "./files.ts";
import { fail, type Finding, notLookedAt, ok, together } from "./finding.ts";
import { checkConfiguration, checkHttps, checkDisk, judgeClock } from "./machine.ts";
import {
  checkGameServers,
  checkMailServer,
  judgeOutbox,
  judgeProviders,
  type Outside,
  probeProviders,
} from "./outside.ts";
import { judgePasskeys } from "./passkeys.ts";
import { checkProof } from "./proofs.ts";
import { judgePush } from "./push.ts";
import { checkReady, judgeBoard, judgeBreakers, type Running } from "./running.ts";
import { judgeSite } from "./site.ts";
import { judgeTeam } from "./team.ts";
import { judgeInstances, judgeJobs, judgeShop } from "./work.ts";

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
    configuration: () => checkConfiguration(config),
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
    files: async () =>
      judgeFiles(await published, config.attachments.place, await outside.filePlaceTrouble()),
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
