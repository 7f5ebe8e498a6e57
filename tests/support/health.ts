import type { Config } from "#server/config/config.ts";
import { type Outside, runHealthChecks } from "#server/modules/health-checks/index.ts";
import type { Store } from "#server/store/store.ts";
import type { HealthCheckName } from "#shared/constants/health.ts";
import { testConfig } from "./app.ts";
import { movableClock, type MovableClock } from "./clock.ts";
import { asSite } from "./context.ts";
import { silentLog, testFolder } from "./store.ts";
import { patientTimer } from "./timer.ts";

/** A world in which everybody answers; there is no game that could be asked. */
const quietWorld: Outside = {
  probe: async () => ({ failure: null, aheadMs: 0 }),
  gameQuery: { canAsk: () => false, ask: () => Promise.reject(new Error("Nobody asks.")) },
  greetMailServer: async () => null,
  filePlaceTrouble: async () => null,
};

type Given = {
  /** Of a database that is there; or why it is not. */
  store: Store | Error;
  clock?: MovableClock;
  config?: Partial<Config>;
  outside?: Partial<Outside>;
};

/** What each check has found. */
export const examined = async (given: Given) => {
  const { store, outside, clock = movableClock() } = given;
  const config = { ...(await testConfig()), dataDir: await testFolder(), ...given.config };
  const log = silentLog;
  const report = await runHealthChecks({
    config,
    clock,
    log,
    database:
      store instanceof Error
        ? Promise.reject(store)
        : Promise.resolve({ ...asSite({ store, clock, log, config }), store }),
    outside: { ...quietWorld, ...outside },
    signal: new AbortController().signal,
    timer: patientTimer,
  });
  return { report, of: (name: HealthCheckName) => findIn(report.checks, name) };
};

type Check = { name: string; state: string; message: string };

/** @throws where there is not exactly one of that name. */
export const findIn = (checks: readonly Check[], name: HealthCheckName): Check => {
  const [found, ...others] = checks.filter((check) => check.name === name);
  if (found === undefined || others.length > 0) throw new Error(`Not one check ${name}.`);
  return found;
};
