import { HEALTH } from "#shared/health-messages.ts";
import { type Config, ConfigError, loadConfig } from "./config/config.ts";
import { commandContext } from "./context/unit-of-work.ts";
import { type Clock, systemClock, systemTimer, type Timer } from "./core/clock.ts";
import type { Log } from "./core/log.ts";
import { outsideOf } from "./deps.ts";
import {
  type HealthReport,
  refusedConfiguration,
  runHealthChecks,
} from "./modules/health-checks/index.ts";
import { notify } from "./modules/notifications/index.ts";
import { openToLook, requireDatabase } from "./store/open.ts";

/**
 * Looks at the site that this environment describes, whether it serves at the moment or not, and
 * changes nothing: no database is made or migrated, nothing is recorded.
 */
export const examine = async (
  env: Readonly<Record<string, string | undefined>>,
  { log, clock = systemClock, timer = systemTimer }: { log: Log; clock?: Clock; timer?: Timer },
): Promise<HealthReport> => {
  let config: Config;
  try {
    config = await loadConfig(env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return await refusedConfiguration(error.problems);
  }
  const open = async () => {
    await requireDatabase(config);
    return await openToLook({ ...config, log, clock });
  };
  const opening = open();
  try {
    return await runHealthChecks({
      config,
      clock,
      log,
      database: opening.then((store) =>
        commandContext({ store, config, clock, log, notify }, "doctor"),
      ),
      outside: outsideOf(config, clock),
      signal: new AbortController().signal,
      timer,
    });
  } finally {
    // Whatever is wrong with it stands in the report, which must not be lost to its end.
    await opening.then((store) => store.close()).catch(() => {});
  }
};

const MARKS = { ok: "✓", warn: "!", fail: "✗" } as const;

const lastLineOf = ({ checks }: HealthReport): string => {
  const namesOf = (wanted: "warn" | "fail") =>
    checks.filter(({ state }) => state === wanted).map(({ name }) => name);
  const [failed, doubtful] = [namesOf("fail"), namesOf("warn")];
  if (failed.length > 0) return HEALTH.needsOwner(failed);
  return doubtful.length > 0 ? HEALTH.worthALook(doubtful) : HEALTH.allWell;
};

/** A report as people read it in a terminal. */
export const reportText = (report: HealthReport): string => {
  const width = Math.max(...report.checks.map(({ name }) => name.length));
  const margin = `\n${" ".repeat(width + 4)}`;
  const lines = report.checks.map(
    ({ name, state, message }) =>
      `${MARKS[state]} ${name.padEnd(width)}  ${message.replaceAll("\n", margin)}`,
  );
  return [...lines, "", lastLineOf(report)].join("\n");
};
