/**
 * `bun run soak`: what a site meets in years, within an hour. Names choose parts (kills, requests,
 * feeds, restarts, targets, move, import, pooler), all of them unless any is given:
 *   --kills=1000                kill -9 under a mixed load of people
 *   --requests=100000           generated from each procedure's schema
 *   --feeds=2000 --minutes=10   open feeds, to which every event comes once
 *   --restarts=20               of two instances on PostgreSQL, behind a balancer without retries, and behind nginx
 *   targets                     a release for every machine, made twice, and started where it can be
 *   --messages=1000000          moved from SQLite to PostgreSQL and back, within ten minutes each
 *   --lines=12000               of a file of members, imported into both databases within a minute each
 *   pooler                      a hundred writes through PgBouncer, which pools by session
 *   --seed=7                    of what is drawn
 * Prints counts, and fails where anything is wrong.
 */

import { join } from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";
import { soakFeeds } from "#tests/soak/feeds.ts";
import { soakKills } from "#tests/soak/kills.ts";
import { soakTargets } from "#tests/soak/targets.ts";
import { PROCEDURES } from "#tests/support/procedure-samples.ts";
import { ROOT } from "./client/places.ts";

const { values, positionals } = parseArgs({
  args: process.argv.slice(2).filter((word) => word !== "--"),
  allowPositionals: true,
  options: {
    kills: { type: "string" },
    requests: { type: "string" },
    feeds: { type: "string" },
    minutes: { type: "string" },
    restarts: { type: "string" },
    messages: { type: "string" },
    lines: { type: "string" },
    seed: { type: "string" },
  },
});
const count = (usual: number, max: number) =>
  z.coerce.number().int().min(2).max(max).default(usual);
const SEED_MAX = 2 ** 31 - 1;
const settings = z.object({
  kills: count(1000, 100_000),
  requests: count(100_000, 10_000_000),
  feeds: count(2000, 6000),
  restarts: count(20, 10_000),
  messages: count(1_000_000, 100_000_000),
  lines: count(12_000, 500_000),
  minutes: z.coerce.number().min(0.05).max(600).default(10),
  seed: z.coerce.number().int().min(0).max(SEED_MAX).optional(),
});
const parsed = settings.safeParse(values);
if (!parsed.success) {
  for (const { path, message } of parsed.error.issues)
    console.error(`--${path.join(".")}: ${message}`);
  process.exit(2);
}
const { kills, requests, feeds, minutes, restarts, messages, lines } = parsed.data;
const seed = parsed.data.seed ?? (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) >>> 1;

const TEST_LIMIT_MS = 3_600_000;

/** Shows, as it comes, what a process says. @returns all of it, as text. */
const passOn = async (said: ReadableStream<Uint8Array>): Promise<string> => {
  const parts: Uint8Array[] = [];
  for await (const part of said) {
    process.stdout.write(part);
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
};

/** Runs a test file in a process of its own. @param before what the test runner is started by. */
const runTests = async (
  before: readonly string[],
  file: string,
  environment: Readonly<Record<string, string>>,
) => {
  const tests = Bun.spawn(
    [process.execPath, ...before, "test", `--timeout=${TEST_LIMIT_MS}`, file],
    { cwd: ROOT, env: { ...process.env, ...environment }, stdio: ["ignore", "pipe", "pipe"] },
  );
  const logs = await Promise.all([tests.stdout, tests.stderr].map(passOn));
  return { isClean: (await tests.exited) === 0, log: logs.join("") };
};

/** Runs a program of `tests/soak/processes`, and shows what it says. @returns its last line as JSON; null where it failed. */
const runProgram = async (before: readonly string[], file: string, ...args: readonly string[]) => {
  const program = Bun.spawn(
    [process.execPath, ...before, join("tests/soak/processes", file), ...args],
    { cwd: ROOT, stdio: ["ignore", "pipe", "inherit"] },
  );
  const said = await passOn(program.stdout);
  return (await program.exited) === 0 ? JSON.parse(said.trim().split("\n").at(-1) ?? "") : null;
};
const ON_POSTGRES = ["scripts/with-postgres.ts", process.execPath];

/** What a move prints when it is over. */
const moveFigures = z.object({
  messages: z.number(),
  rows: z.number(),
  toPostgresSeconds: z.number(),
  toSqliteSeconds: z.number(),
  isSame: z.boolean(),
});
/** For a million messages. */
const MOVE_SECONDS_MAX = 600;

/** What an import prints when it is over: the first one, and another of the same file. */
const importFigures = z.object({
  engine: z.string(),
  lines: z.number(),
  first: z.object({ said: z.string(), code: z.number(), seconds: z.number() }),
  second: z.object({ said: z.string(), code: z.number(), seconds: z.number() }),
});
/** For 12,000 lines. */
const IMPORT_SECONDS_MAX = 60;

const poolerFigures = z.object({
  writes: z.number(),
  succeeded: z.number(),
  events: z.number(),
  firstError: z.string(),
});

type Part = () => Promise<{ counts: object; wrong: readonly string[] }>;

const PARTS: Readonly<Record<string, Part>> = {
  kills: async () => {
    const { wrong, ...counts } = await soakKills({ kills, seed });
    return { counts, wrong };
  },
  feeds: async () => {
    const counts = await soakFeeds({ feeds, seconds: minutes * 60 });
    const { lost, doubled, foreign, closed, memoryMb } = counts;
    const troubles = Object.entries({ lost, doubled, foreign, closed });
    const wrong = troubles.flatMap(([what, number]) => (number > 0 ? [`${number} ${what}`] : []));
    // A tenth is what the collector leaves lying about.
    if (memoryMb.late > memoryMb.early * 1.1)
      wrong.push("The memory has grown by more than a tenth.");
    return { counts, wrong };
  },
  restarts: async () => {
    const { isClean, log } = await runTests(
      ["scripts/with-postgres.ts", process.execPath],
      "tests/instances/rolling-restart.test.ts",
      { ROLLING_RESTARTS: String(Math.ceil(restarts / 2)) },
    );
    const lines = [...log.matchAll(/(\d+) restarts, (\d+) requests, (\d+) failed/g)];
    const sum = (group: number) => lines.reduce((total, line) => total + Number(line[group]), 0);
    return {
      counts: { restarts: sum(1), requests: sum(2), failed: sum(3) },
      wrong: isClean ? [] : [log],
    };
  },
  targets: async () => {
    const { wrong, ...counts } = await soakTargets();
    return { counts, wrong };
  },
  move: async () => {
    const said = await runProgram(ON_POSTGRES, "move.ts", String(messages));
    if (said === null) return { counts: {}, wrong: ["The move failed."] };
    const counts = moveFigures.parse(said);
    const wrong = counts.isSame ? [] : ["What came back is not what was moved."];
    const slowest = Math.max(counts.toPostgresSeconds, counts.toSqliteSeconds);
    if (slowest > MOVE_SECONDS_MAX * Math.max(1, messages / 1_000_000))
      wrong.push(`A move took ${slowest} s.`);
    return { counts, wrong };
  },
  import: async () => {
    const counts: Record<string, number> = {};
    const wrong: string[] = [];
    for (const onEngine of ["sqlite", "postgres"]) {
      const before = onEngine === "postgres" ? ON_POSTGRES : [];
      // oxlint-disable-next-line no-await-in-loop -- One at a time, since how long it takes is measured.
      const said = await runProgram(before, "import.ts", String(lines), onEngine);
      if (said === null) return { counts, wrong: ["The import failed."] };
      const { engine, first, second } = importFigures.parse(said);
      counts[`${engine} seconds`] = first.seconds;
      counts[`${engine} seconds the second time`] = second.seconds;
      if (first.seconds > IMPORT_SECONDS_MAX * Math.max(1, lines / 12_000))
        wrong.push(`The import on ${engine} took ${first.seconds} s.`);
      const number = lines.toLocaleString("en-US");
      if (!first.said.includes(`${number} new,`)) wrong.push(first.said);
      if (!second.said.includes(` 0 new, ${number} here already`)) wrong.push(second.said);
    }
    return { counts: { lines, ...counts }, wrong };
  },
  pooler: async () => {
    const said = await runProgram(ON_POSTGRES, "pooler.ts", "session");
    if (said === null) return { counts: {}, wrong: ["PgBouncer did not start."] };
    const { firstError, ...counts } = poolerFigures.parse(said);
    const isWhole = counts.succeeded === counts.writes && counts.events === counts.writes;
    return { counts, wrong: isWhole ? [] : [`Writes or events were lost. ${firstError}`] };
  },
  requests: async () => {
    const each = Math.ceil(requests / PROCEDURES.length);
    const { isClean, log } = await runTests([], "tests/generated/requests.test.ts", {
      GENERATED_SEED: String(seed),
      GENERATED_REQUESTS: String(each),
    });
    const failed = log.split("\n").filter((line) => /^error: |^\(fail\)/.test(line));
    return {
      counts: { procedures: PROCEDURES.length, requests: each * PROCEDURES.length },
      wrong: isClean ? [] : ["A generated request was answered wrongly.", ...failed],
    };
  },
};

const chosen = positionals.length > 0 ? positionals : Object.keys(PARTS);
// First of all, so that it is known whatever happens.
console.log(`Seed ${seed}`);
let isClean = true;
for (const name of chosen) {
  const part = PARTS[name];
  if (part === undefined) {
    console.error(`There is no part ${name}: ${Object.keys(PARTS).join(", ")}.`);
    process.exit(2);
  }
  const { counts, wrong } = await part();
  console.log(`\n${name} ${JSON.stringify(counts, null, 2)}`);
  for (const sentence of wrong) console.error(`WRONG: ${sentence}`);
  isClean &&= wrong.length === 0;
}
console.log(isClean ? "\nNothing is wrong." : `\nThat is wrong. Again with --seed=${seed}`);
process.exit(isClean ? 0 : 1);
