import { join } from "node:path";
import { ROOT } from "#scripts/client/places.ts";
import type { Step } from "./step.ts";
import { usesDatabase } from "./uses-database.ts";

const bun = process.execPath;
const tool = (path: string) => join(ROOT, "node_modules", path);
const find = (pattern: string) =>
  [...new Bun.Glob(pattern).scanSync({ cwd: ROOT })].toSorted().map((file) => `./${file}`);

/** A story with a browser or a process of its own takes seconds, on a busy machine many. */
const STORY_LIMIT = "--timeout=120000";
const TEST_LIMIT = "--timeout=20000";

type Surroundings = { hasPostgres: boolean; hasBrowser: boolean };

/** A browser on a busy machine stumbles now and then: what fails is told once more, and named. */
const ONCE_MORE = "--retry=1";

/** The stories in two halves, so that both lanes have something to do until the end. */
const storySteps = (missing: Step["missing"]): Step[] => {
  const stories = find("tests/e2e/**/*.e2e.ts");
  return [0, 1].map((half) => ({
    name: `browser stories ${half + 1}`,
    command: [bun, "test", STORY_LIMIT, ONCE_MORE],
    files: stories.filter((_, index) => index % 2 === half),
    after: "client",
    missing,
  }));
};

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
      ...(isMending && { after: "route tree" }),
    },
    {
      name: "format",
      command: [bun, tool("oxfmt/bin/oxfmt"), ...(isMending ? [] : ["--check"]), "."],
      ...(isMending && { after: "lint" }),
    },
    { name: "types", command: [bun, tool("typescript/bin/tsc"), "-p", "."] },
    { name: "regular expressions", command: own("check-regexes.ts") },
    { name: "dead code", command: [bun, tool("knip/bin/knip-bun.js")] },
    { name: "packages", command: own("check-packages.ts") },
  ];
};

/** The tests of `bun run check`: what may import what, and whether documents tell the truth. */
export const architectureStep = (): Step => ({
  name: "architecture",
  command: [bun, "test", TEST_LIMIT],
  files: find("tests/architecture/**/*.test.ts"),
});

/** Everything that `bun run test` runs, in the order of starting: what takes long goes first. */
export const allSteps = async ({ hasPostgres, hasBrowser }: Surroundings): Promise<Step[]> => {
  const binary = find("tests/binary/**/*.test.ts");
  const tests = find("{src,tests}/**/*.test.{ts,tsx}").filter((file) => !binary.includes(file));
  const inDatabase = await Promise.all(tests.map(usesDatabase));
  const noPostgres = hasPostgres ? undefined : "set TEST_DATABASE_URL, or install PostgreSQL";
  const noBrowser = hasBrowser ? undefined : "set CHROME_PATH, or install Chromium";

  return [
    ...checkSteps(),
    {
      name: "client",
      command: [bun, join(ROOT, "scripts/build-client.ts")],
      after: "route tree",
    },
    ...storySteps(noBrowser),
    {
      name: "tests on PostgreSQL",
      command: [bun, "test", TEST_LIMIT],
      env: { TEST_ENGINE: "postgres" },
      files: tests.filter((_, index) => inDatabase[index]),
      missing: noPostgres,
    },
    {
      name: "tests on SQLite",
      command: [bun, "test", TEST_LIMIT],
      env: { TEST_ENGINE: "sqlite" },
      files: tests,
    },
    {
      name: "the binary",
      command: [bun, "test", STORY_LIMIT],
      files: binary,
      after: "client",
    },
  ];
};
