/**
 * `bun run test`: the checks, every test on both engines, the browser stories and the binary, two
 * at a time. Its last line is `N passed, M failed`. What cannot run here is a failure under
 * CI=true and is said loudly otherwise.
 */
import { startPostgres } from "#tests/support/postgres.ts";
import { ensureBrowser } from "./install-browser.ts";
import { allSteps } from "./test/steps.ts";
import { type Outcome, runStep, type Step } from "./test/step.ts";

const LANES = 2;
const isCi = process.env["CI"] === "true";

// So that what `exit` listeners end (the throw-away PostgreSQL) ends with us.
process.once("SIGINT", () => process.exit(130));
process.once("SIGTERM", () => process.exit(143));

const print = ({ name, seconds, passed, failed, skipped, output }: Outcome) => {
  const counts = [
    `${passed} passed`,
    failed > 0 && `${failed} FAILED`,
    skipped > 0 && `${skipped} skipped`,
  ];
  const mark = failed > 0 ? "✗" : "✓";
  const time = `${seconds.toFixed(1)} s`.padStart(8);
  console.log(`${mark} ${name.padEnd(22)} ${time}   ${counts.filter(Boolean).join(", ")}`);
  for (const line of output.split("\n"))
    if (line.startsWith("(pass)") && line.includes("(attempt ")) console.log(`    ${line}`);
  if (failed === 0) return;
  const telling = output.split("\n").filter((line) => !line.startsWith("(pass)"));
  console.log(`${telling.map((line) => `    ${line}`).join("\n")}\n`);
};

const cannotRun = (name: string, reason: string): Outcome => {
  const outcome = {
    name,
    seconds: 0,
    passed: 0,
    failed: isCi ? 1 : 0,
    skipped: 0,
    output: reason,
    ran: [],
  };
  if (!isCi) console.warn(`\n!!! SKIPPED: ${name} (${reason})\n`);
  return outcome;
};

/** Starts each step when a lane is free and what it needs has passed. */
const runAll = async (steps: readonly Step[]) => {
  const waiting = [...steps];
  const outcomes = new Map<string, Outcome>();
  const settled = new Map<string, PromiseWithResolvers<Outcome>>(
    steps.map(({ name }) => [name, Promise.withResolvers<Outcome>()]),
  );

  const finish = (outcome: Outcome) => {
    outcomes.set(outcome.name, outcome);
    print(outcome);
    settled.get(outcome.name)?.resolve(outcome);
  };

  const run = async (step: Step) => {
    const needed = step.after === undefined ? undefined : await settled.get(step.after)?.promise;
    if (step.missing !== undefined) finish(cannotRun(step.name, step.missing));
    else if (needed !== undefined && needed.failed > 0)
      finish({ ...cannotRun(step.name, `needs "${needed.name}"`), failed: 1 });
    else finish(await runStep(step));
  };

  const lane = async () => {
    for (;;) {
      const ready = waiting.findIndex(({ after }) => after === undefined || outcomes.has(after));
      const [step] = waiting.splice(Math.max(ready, 0), 1);
      if (step === undefined) return;
      await run(step);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return [...outcomes.values()];
};

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
const outcomes = await runAll(steps).finally(() => postgres?.stop());

const silent = silentFiles(steps, outcomes);
for (const file of silent) console.log(`✗ ${file} ran no test.`);
const total = (pick: (outcome: Outcome) => number) =>
  outcomes.reduce((sum, outcome) => sum + pick(outcome), 0);
const failed = total((outcome) => outcome.failed) + silent.length;
console.log(`\nTook ${((performance.now() - startedAt) / 1000).toFixed(0)} s.`);
console.log(`${total((outcome) => outcome.passed)} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
