import { availableParallelism } from "node:os";
import { withoutPassed } from "./failures.ts";
import { type Outcome, runStep, type Service, type Step } from "./step.ts";

/** More than there are cores on a small machine: many tests wait for a process, a socket or a page. */
const LANES = Math.max(5, availableParallelism());
const isCi = process.env["CI"] === "true";

const print = (outcome: Outcome) => {
  const { name, seconds, processorSeconds, passed, failed, skipped, output } = outcome;
  const counts = [
    `${passed} passed`,
    failed > 0 && `${failed} FAILED`,
    skipped > 0 && `${skipped} skipped`,
  ];
  const mark = failed > 0 ? "✗" : "✓";
  const time = `${seconds.toFixed(1)} s`.padStart(8);
  const ofCores = `${processorSeconds.toFixed(1)} s`.padStart(9);
  console.log(
    `${mark} ${name.padEnd(22)} ${time} ${ofCores} of a core   ${counts.filter(Boolean).join(", ")}`,
  );
  if (failed === 0) return;
  console.log(
    `${withoutPassed(output)
      .map((line) => `    ${line}`)
      .join("\n")}\n`,
  );
};

const warnOf = (what: string) => {
  if (!isCi) console.warn(`\n!!! SKIPPED: ${what}\n`);
};

const cannotRun = (name: string, reason: string): Outcome => {
  const outcome = {
    name,
    seconds: 0,
    processorSeconds: 0,
    passed: 0,
    failed: isCi ? 1 : 0,
    skipped: 0,
    output: reason,
    ran: [],
  };
  warnOf(`${name} (${reason})`);
  return outcome;
};

/** What came of a step that had to do without something: under CI=true that is a failure. */
const withoutSome = (outcome: Outcome, reasons: readonly string[]): Outcome => {
  if (reasons.length === 0) return outcome;
  warnOf(`tests of ${outcome.name} (${reasons.join("; ")})`);
  if (!isCi) return outcome;
  const output = [...reasons, outcome.output].join("\n");
  return { ...outcome, failed: outcome.failed + 1, output };
};

/** Why a service is not here; none where it is, which may take the time to install it. */
export type Missing = Partial<Readonly<Record<Service, Promise<string | null>>>>;

/**
 * Starts each step when a lane is free and what it waits for has passed; says what came of each.
 */
export const runSteps = async (steps: readonly Step[], missing: Missing = {}) => {
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
    const reason = step.needs === undefined ? null : ((await missing[step.needs]) ?? null);
    if (reason !== null) finish(cannotRun(step.name, reason));
    else if (needed !== undefined && needed.failed > 0)
      finish({ ...cannotRun(step.name, `needs "${needed.name}"`), failed: 1 });
    else {
      const uses = step.uses ?? [];
      const reasons = await Promise.all(uses.map(async (service) => await missing[service]));
      finish(
        withoutSome(
          await runStep(step),
          reasons.filter((one) => typeof one === "string"),
        ),
      );
    }
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
