import { availableParallelism } from "node:os";
import { join } from "node:path";
import { ROOT } from "#scripts/client/places.ts";
import { runsOnPostgres } from "./above-the-store.ts";
import type { Step } from "./step.ts";
import { usesDatabase } from "./uses-database.ts";

const bun = process.execPath;
const tool = (path: string) => join(ROOT, "node_modules", path);
const find = (pattern: string) => {
  const files = [...new Bun.Glob(pattern).scanSync({ cwd: ROOT })].toSorted();
  // Without a file `bun test` runs all of them.
  if (files.length === 0) throw new Error(`No test file is called ${pattern}.`);
  return files.map((file) => `./${file}`);
};

/** With a browser or a process of its own a test takes seconds, on a busy machine many: what hangs is ended. */
const TEST_LIMIT = "--timeout=600000";

/**
 * Bun's slowest compiler costs more than it saves in the minutes that tests take, some tenth of their
 * processor time: `BUN_JSC_useFTLJIT=0 bun test tests/orders` beside the same without.
 */
const SHORT_LIVED = { BUN_JSC_useFTLJIT: "0" };

const bytesOf = (file: string) => Bun.file(join(ROOT, file)).size;

/** Deals files to groups of about the same length: the longest first, each to the shortest group. */
const dealByLength = (count: number, files: readonly string[]): string[][] => {
  const groups = Array.from({ length: count }, () => ({ bytes: 0, files: [] as string[] }));
  for (const file of files.toSorted((a, b) => bytesOf(b) - bytesOf(a))) {
    const shortest = groups.reduce((a, b) => (b.bytes < a.bytes ? b : a));
    shortest.bytes += bytesOf(file);
    shortest.files.push(file);
  }
  return groups.map((group) => group.files.toSorted());
};

/**
 * Tests of one kind in several processes, so that every core has something to do until the end: a
 * test takes the longer the more there is to read of it.
 */
const inGroups = (count: number, step: Step & { files: readonly string[] }): Step[] => {
  const groups = dealByLength(count, step.files);
  return groups.map((files, group) =>
    Object.assign({}, step, { name: `${step.name} ${group + 1}`, files }),
  );
};

/** Other checks and tests run beside: half of the cores are enough for one that would take all. */
const THREADS = String(Math.max(1, Math.floor(availableParallelism() / 2)));

/**
 * TypeScript's checkers each find out anew what they share, so that more of them take more of the cores
 * in all, and so does clearing their memory often: together a third of what they took.
 */
const THRIFTY = { GOGC: "400", GOMAXPROCS: THREADS };

/**
 * What needs neither a browser nor a database.
 * @param isMending mends what can be mended: route tree, lint and format, which then take turns.
 */
export const checkSteps = (isMending = false): Step[] => {
  const own = (name: string) => [bun, join(ROOT, "scripts", name)];
  const mending = (...flags: string[]) => (isMending ? flags : []);
  return [
    { name: "route tree", command: [...own("check-route-tree.ts"), ...mending("--fix")] },
    {
      name: "lint",
      command: [
        bun,
        tool("oxlint/bin/oxlint"),
        "--type-aware",
        "--deny-warnings",
        ...mending("--fix"),
      ],
      env: THRIFTY,
      ...(isMending && { after: "route tree" }),
    },
    {
      name: "format",
      command: [bun, tool("oxfmt/bin/oxfmt"), ...(isMending ? [] : ["--check"]), "."],
      ...(isMending && { after: "lint" }),
    },
    {
      name: "types",
      command: [bun, tool("typescript/bin/tsc"), "-p", ".", "--checkers", THREADS],
      env: THRIFTY,
    },
    { name: "regular expressions", command: own("check-regexes.ts") },
    { name: "dead code", command: [bun, tool("knip/bin/knip-bun.js")] },
    { name: "packages", command: own("check-packages.ts") },
  ];
};

/** The tests of `bun run check`: what may import what, and whether documents and migrations tell the truth. */
export const architectureStep = (): Step => ({
  name: "architecture",
  command: [bun, "test", TEST_LIMIT],
  files: [...find("tests/architecture/**/*.test.ts"), "./tests/store/migration-files.test.ts"],
});

/**
 * What `bun run test` runs, in the order of starting: the longest are not the last.
 * @param hasLong with the tests that are left to `bun run test --all`: see tests/support/long.ts.
 */
export const testSteps = async (hasLong: boolean): Promise<Step[]> => {
  const extent = { LONG_TESTS: hasLong ? "1" : "0" };
  const binary = find("tests/{binary,guide}/**/*.test.ts");
  const tests = find("{src,tests}/**/*.test.{ts,tsx}").filter((file) => !binary.includes(file));
  const inDatabase = tests.filter(usesDatabase);
  const testsOn = (engine: string, files: readonly string[]) => ({
    command: [bun, "test", TEST_LIMIT],
    env: { ...SHORT_LIVED, ...extent, TEST_ENGINE: engine },
    files,
  });

  return [
    // First, since the browsers wait for it.
    { name: "client", command: [bun, join(ROOT, "scripts/build-client.ts")], after: "route tree" },
    ...checkSteps(),
    ...inGroups(3, {
      name: "browser tests",
      command: [bun, "test", TEST_LIMIT],
      env: { ...SHORT_LIVED, ...extent },
      files: find("tests/e2e/**/*.e2e.ts"),
      after: "client",
      needs: "browser",
    }),
    // It waits for its programs more than it works: whatever runs beside it has the cores.
    {
      name: "the binary",
      command: [bun, "test", TEST_LIMIT],
      env: extent,
      files: binary,
      after: "client",
      uses: ["postgres", "nginx", "caddy"],
    },
    ...inGroups(3, { name: "tests on SQLite", ...testsOn("sqlite", inDatabase) }),
    ...inGroups(3, {
      name: "tests on PostgreSQL",
      ...testsOn(
        "postgres",
        inDatabase.filter((file) => runsOnPostgres(file, hasLong)),
      ),
      needs: "postgres",
    }),
    {
      name: "tests without database",
      ...testsOn(
        "none",
        tests.filter((file) => !inDatabase.includes(file)),
      ),
    },
  ];
};
