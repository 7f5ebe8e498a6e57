import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, normalize } from "node:path";
import { ROOT } from "#scripts/client/places.ts";
import { type Counts, type FileTime, readReport } from "./junit.ts";
import { watchProcessorTime } from "./processor-time.ts";

/** Nothing here takes that long: what does hangs. */
const STEP_LIMIT_MS = 80 * 60_000;

/** What a step may need that not every machine has. */
export type Service = "browser" | "postgres" | "nginx" | "caddy";

/** One thing that is run and counted: a check (one point), or tests (one point each). */
export type Step = {
  name: string;
  command: readonly string[];
  env?: Readonly<Record<string, string>>;
  /** Test files. */
  files?: readonly string[];
  /** Name of the step that must have passed before. */
  after?: string;
  /** Without this it cannot run. */
  needs?: Service;
  /** Without one of these it runs fewer of its tests. */
  uses?: readonly Service[];
};

export type Outcome = Counts & {
  name: string;
  seconds: number;
  /** Of a core, with all that it started: on a busy machine it grows less than the time does. */
  processorSeconds: number;
  output: string;
  /** Test files of which a test ran, as the step names them. */
  ran: readonly FileTime[];
};

const runCommand = async (command: readonly string[], env: Step["env"]) => {
  const child = Bun.spawn([...command], {
    cwd: ROOT,
    env: { ...process.env, NO_COLOR: "1", FORCE_COLOR: "0", ...env },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: STEP_LIMIT_MS,
  });
  const processorTime = watchProcessorTime(child);
  const [out, err, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return {
    ok: code === 0,
    output: `${out}${err}`.trim(),
    processorSeconds: processorTime(),
  };
};

const ALL_LEFT_OUT = "None of these tests ran: those that are long run with --all.";

const runTests = async (step: Step, files: readonly string[]) => {
  const folder = await mkdtemp(join(tmpdir(), "lynxden-report-"));
  try {
    const path = join(folder, "junit.xml");
    const reporter = ["--reporter=junit", `--reporter-outfile=${path}`];
    const command = [...step.command, ...reporter, ...files];
    const { ok, output, processorSeconds } = await runCommand(command, step.env);
    const report = await readReport(path);
    const ran = files.flatMap((file) => {
      const found = report?.files.find((one) => one.file === normalize(file));
      return found === undefined ? [] : [{ ...found, file }];
    });
    const counts = report?.counts ?? { passed: 0, failed: 0, skipped: 0 };
    // Bun does not report files that fail to load, and is content with none.
    const isBroken = counts.failed === 0 && (!ok || counts.passed === 0);
    const failed = counts.failed + (isBroken ? 1 : 0);
    const hint = counts.skipped > 0 && counts.passed === 0 && ok ? `\n${ALL_LEFT_OUT}` : "";
    return { ...counts, failed, output: `${output}${hint}`, processorSeconds, ran };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

const runCheck = async (step: Step) => {
  const { ok, ...rest } = await runCommand(step.command, step.env);
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0, ran: [], ...rest };
};

/** Runs one step to its end. */
export const runStep = async (step: Step): Promise<Outcome> => {
  const startedAt = performance.now();
  const result = await (step.files === undefined ? runCheck(step) : runTests(step, step.files));
  return { name: step.name, seconds: (performance.now() - startedAt) / 1000, ...result };
};
