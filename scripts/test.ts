/**
 * `bun run test`: the checks, the tests on both engines, the browser tests and the binary, some at
 * a time. Its last line is `N passed, M failed`. What cannot run here is a failure under CI=true and
 * is said loudly otherwise. `--all` adds the tests that take long (tests/support/long.ts).
 *
 * `bun run test NAME…` runs the steps whose name, and the test files whose path, contains a name,
 * with what they need. `--repeat=10` runs all of it until ten runs in a row have passed; interrupted,
 * it goes on where it was.
 */

import { startPostgres, type ThrowAwayPostgres } from "#tests/support/postgres.ts";
import { findCaddy, findNginx } from "./find-proxies.ts";
import { ensureBrowser } from "./install-browser.ts";
import { readArguments } from "./test/arguments.ts";
import { failedTests } from "./test/failures.ts";
import { keepTemporaryFilesInMemory } from "./test/memory-folder.ts";
import { secondsBeneath } from "./test/processor-time.ts";
import { repeatRuns } from "./test/repeat.ts";
import { type Missing, runSteps } from "./test/run-steps.ts";
import { selectSteps } from "./test/select-steps.ts";
import type { Outcome, Service, Step } from "./test/step.ts";
import { testSteps } from "./test/steps.ts";

// So that what `exit` listeners end (the throw-away PostgreSQL) ends with us.
process.once("SIGINT", () => process.exit(130));
process.once("SIGTERM", () => process.exit(143));

const addBrowser = async (): Promise<string | null> => {
  const browser = await ensureBrowser();
  if (browser === null) return "set CHROME_PATH, or install Chromium";
  process.env["CHROME_PATH"] = browser;
  return null;
};

let postgres: ThrowAwayPostgres | null = null;

const addPostgres = async (): Promise<string | null> => {
  if (process.env["TEST_DATABASE_URL"] !== undefined) return null;
  postgres = await startPostgres();
  if (postgres === null) return "set TEST_DATABASE_URL, or install PostgreSQL";
  process.env["TEST_DATABASE_URL"] = postgres.url;
  return null;
};

/** Starts, finds or installs a service, and tells the steps where it is. @returns why it is not here. */
const ADD: Readonly<Record<Service, () => Promise<string | null>>> = {
  browser: addBrowser,
  postgres: addPostgres,
  nginx: async () =>
    (await findNginx()) === null ? "install nginx; on Debian the tests fetch it themselves" : null,
  caddy: async () =>
    (await findCaddy()) === null ? "install Caddy; on Debian the tests fetch it themselves" : null,
};
const SERVICES = ["postgres", "browser", "nginx", "caddy"] as const;

/**
 * Starts to look for what the steps need, one after the other, since packages are installed under a lock:
 * those that need nothing of it begin meanwhile.
 */
const prepare = (steps: readonly Step[]): Missing => {
  const isWanted = (service: Service) =>
    steps.some(({ needs, uses }) => needs === service || uses?.includes(service) === true);
  const missing: Partial<Record<Service, Promise<string | null>>> = {};
  let before: Promise<unknown> = Promise.resolve();
  for (const service of SERVICES.filter(isWanted))
    before = missing[service] = before.then(ADD[service]);
  return missing;
};

/** Test files of which no step ran a test: one may be for one engine alone, but not for none. */
const silentFiles = async (
  steps: readonly Step[],
  outcomes: readonly Outcome[],
  missing: Missing,
) => {
  const ran = new Set(outcomes.flatMap((outcome) => outcome.ran.map(({ file }) => file)));
  const excused = new Set<string>();
  for (const { needs, files = [] } of steps)
    if (needs !== undefined && typeof (await missing[needs]) === "string")
      for (const file of files) excused.add(file);
  const listed = new Set(steps.flatMap(({ files = [] }) => files));
  return [...listed].filter((file) => !ran.has(file) && !excused.has(file));
};

const SLOWEST_FILES = 12;

/** Where the time goes, so that a file that grows slow is noticed. */
const printSlowestFiles = (outcomes: readonly Outcome[]) => {
  const times = outcomes
    .flatMap(({ name, ran }) => ran.map((one) => ({ ...one, name })))
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, SLOWEST_FILES);
  if (times.length > 0) console.log("\nThe slowest files:");
  for (const { seconds, file, name } of times)
    console.log(`${`${seconds.toFixed(1)} s`.padStart(9)}  ${file} (${name})`);
};

/** Once more at the end, where a log that is cut in the middle still shows them. */
const printFailures = (outcomes: readonly Outcome[]) => {
  const failed = outcomes.filter((outcome) => outcome.failed > 0);
  if (failed.length > 0) console.log("\nWhat failed:");
  for (const { name, output } of failed) {
    const tests = failedTests(output);
    for (const line of tests.length > 0 ? tests : ["(see above)"])
      console.log(`✗ ${name}: ${line}`);
  }
};

/** Runs the steps once and says what came of them. @returns whether all passed. */
const runOnce = async (steps: readonly Step[], missing: Missing): Promise<boolean> => {
  const startedAt = performance.now();
  const outcomes = await runSteps(steps, missing);
  const silent = await silentFiles(steps, outcomes, missing);
  printSlowestFiles(outcomes);
  printFailures(outcomes);
  for (const file of silent) console.log(`✗ ${file} ran no test.`);
  const total = (pick: (outcome: Outcome) => number) =>
    outcomes.reduce((sum, outcome) => sum + pick(outcome), 0);
  const failed = total((outcome) => outcome.failed) + silent.length;
  // What still runs is the server that the tests on PostgreSQL share.
  const ofCores = total(({ processorSeconds }) => processorSeconds) + secondsBeneath(process.pid);
  const seconds = (performance.now() - startedAt) / 1000;
  console.log(`\nTook ${seconds.toFixed(0)} s, and ${ofCores.toFixed(0)} s of a core.`);
  console.log(`${total((outcome) => outcome.passed)} passed, ${failed} failed`);
  return failed === 0;
};

const refuse = (error: unknown): never => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(2);
};

const choose = async () => {
  const wanted = readArguments(process.argv.slice(2));
  return { wanted, steps: selectSteps(await testSteps(wanted.hasLong), wanted.names) };
};

const { wanted, steps } = await choose().catch(refuse);
await keepTemporaryFilesInMemory();
const missing = prepare(steps);
const run = () => runOnce(steps, missing);
const hasPassed = await (wanted.repeat === 1 ? run() : repeatRuns(wanted, run)).finally(() =>
  postgres?.stop(),
);
process.exit(hasPassed ? 0 : 1);
