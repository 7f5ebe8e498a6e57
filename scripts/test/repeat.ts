import { mkdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { $ } from "bun";
import { z } from "zod";
import { ROOT } from "#scripts/client/places.ts";
import type { TestArguments } from "./arguments.ts";

/** How many runs have passed so far, so that an interrupted repetition goes on where it was. */
const FILE = join(ROOT, ".tmp/test-repeat.json");
const progress = z.object({ of: z.string(), passed: z.int().nonnegative() });

/** Changes with what is run and with the sources: runs of other sources do not count. */
const describeRuns = async ({ names, hasLong, repeat: wanted }: TestArguments): Promise<string> => {
  const git = $.cwd(ROOT).nothrow();
  const [head, diff, others] = await Promise.all([
    git`git rev-parse HEAD`.quiet().text(),
    git`git diff HEAD`.quiet().text(),
    git`git ls-files --others --exclude-standard`.quiet().text(),
  ]);
  return JSON.stringify({
    names,
    hasLong,
    wanted,
    sources: Bun.hash(head + diff + others).toString(36),
  });
};

const readPassed = async (of: string): Promise<number> => {
  const text = await Bun.file(FILE)
    .text()
    .catch(() => null);
  if (text === null) return 0;
  const read = progress.safeParse(JSON.parse(text));
  return read.success && read.data.of === of ? read.data.passed : 0;
};

/**
 * Runs the same tests again and again until so many runs have passed, or one has failed. After an
 * interruption it goes on where it was, unless the sources have changed. Prints its count.
 * @param run one run. @returns whether it passed.
 * @returns whether all have passed.
 */
export const repeatRuns = async (
  wanted: TestArguments,
  run: () => Promise<boolean>,
): Promise<boolean> => {
  const of = await describeRuns(wanted);
  let passed = await readPassed(of);
  if (passed > 0) console.log(`${passed} of ${wanted.repeat} runs have passed before.`);
  await mkdir(dirname(FILE), { recursive: true });
  while (passed < wanted.repeat) {
    console.log(`\nRun ${passed + 1} of ${wanted.repeat}`);
    if (!(await run())) {
      await rm(FILE, { force: true });
      console.log(`${passed} of ${wanted.repeat} runs passed, then one failed`);
      return false;
    }
    passed += 1;
    await Bun.write(FILE, JSON.stringify({ of, passed }));
    console.log(`${passed} of ${wanted.repeat} runs passed`);
  }
  await rm(FILE, { force: true });
  return true;
};
