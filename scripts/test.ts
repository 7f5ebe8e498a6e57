/**
 * `bun run test`: the checks, every test on both engines, the browser stories and the binary, two
 * at a time. Its last line is `N passed, M failed`. What cannot run here is a failure under
 * CI=true and is said loudly otherwise.
 */
import { startPostgres } from "#tests/support/postgres.ts";
import { ensureBrowser } from "./install-browser.ts";
import { allSteps } from "./test/steps.ts";
import { runSteps } from "./test/run-steps.ts";
import type { Outcome, Step } from "./test/step.ts";

// So that what `exit` listeners end (the throw-away PostgreSQL) ends with us.
process.once("SIGINT", () => process.exit(130));
process.once("SIGTERM", () => process.exit(143));

/** Test files of which no step ran a test: one may be for one engine alone, but not for none. */
const silentFiles = (steps: readonly Step[], outcomes: readonly Outcome[]) => {
  const ran = new Set(outcomes.flatMap((outcome) => outcome.ran));
  const excused = new Set(steps.flatMap(({ files = [], missing }) => (missing ? files : [])));
  const listed = new Set(steps.flatMap(({ files = [] }) => files));
  return [...listed].filter((file) => !ran.has(file) && !excused.has(file));
};

const startedAt = performance.now();
const browser = await ensureBrowser();
const postgres = process.env["TEST_DATABASE_URL"] === undefined ? await startPostgres() : null;
// Every step sees where they are.
if (browser !== null) process.env["CHROME_PATH"] = browser;
if (postgres !== null) process.env["TEST_DATABASE_URL"] = postgres.url;
const hasPostgres = process.env["TEST_DATABASE_URL"] !== undefined;
const steps = await allSteps({ hasPostgres, hasBrowser: browser !== null });
const outcomes = await runSteps(steps).finally(() => postgres?.stop());

const silent = silentFiles(steps, outcomes);
for (const file of silent) console.log(`✗ ${file} ran no test.`);
const total = (pick: (outcome: Outcome) => number) =>
  outcomes.reduce((sum, outcome) => sum + pick(outcome), 0);
const failed = total((outcome) => outcome.failed) + silent.length;
console.log(`\nTook ${((performance.now() - startedAt) / 1000).toFixed(0)} s.`);
console.log(`${total((outcome) => outcome.passed)} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
