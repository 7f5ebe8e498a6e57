/**
 * `bun run soak`: what a site meets in years, within an hour. Names choose parts (kills, requests,
 * feeds), all of them unless any is given:
 *   --kills=1000                kill -9 under a mixed load of people
 *   --requests=100000           generated from each procedure's schema
 *   --feeds=2000 --minutes=10   open feeds, to which every event comes once
 *   --seed=7                    of what is drawn
 * Prints counts, and fails where anything is wrong.
 */
import { parseArgs } from "node:util";
import { z } from "zod";
import { PROCEDURES } from "#tests/support/procedure-samples.ts";
import { soakFeeds } from "#tests/soak/feeds.ts";
import { soakKills } from "#tests/soak/kills.ts";
import { ROOT } from "./client/places.ts";

const { values, positionals } = parseArgs({
  args: process.argv.slice(2).filter((word) => word !== "--"),
  allowPositionals: true,
  options: {
    kills: { type: "string" },
    requests: { type: "string" },
    feeds: { type: "string" },
    minutes: { type: "string" },
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
  minutes: z.coerce.number().min(0.05).max(600).default(10),
  seed: z.coerce.number().int().min(0).max(SEED_MAX).optional(),
});
const parsed = settings.safeParse(values);
if (!parsed.success) {
  for (const { path, message } of parsed.error.issues)
    console.error(`--${path.join(".")}: ${message}`);
  process.exit(2);
}
const { kills, requests, feeds, minutes } = parsed.data;
const seed = parsed.data.seed ?? (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) >>> 1;

const TEST_LIMIT_MS = 3_600_000;

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
  requests: async () => {
    const each = Math.ceil(requests / PROCEDURES.length);
    const tests = Bun.spawn(
      [process.execPath, "test", `--timeout=${TEST_LIMIT_MS}`, "tests/generated/requests.test.ts"],
      {
        cwd: ROOT,
        env: { ...process.env, GENERATED_SEED: String(seed), GENERATED_REQUESTS: String(each) },
        stdio: ["ignore", "ignore", "pipe"],
      },
    );
    const said = await new Response(tests.stderr).text();
    const failed = said.split("\n").filter((line) => /^error: |^\(fail\)/.test(line));
    const isFine = (await tests.exited) === 0;
    return {
      counts: { procedures: PROCEDURES.length, requests: each * PROCEDURES.length },
      wrong: isFine ? [] : ["A generated request was answered wrongly.", ...failed],
    };
  },
};

const chosen = positionals.length > 0 ? positionals : Object.keys(PARTS);
// First of all, so that it is known whatever happens.
console.log(`Seed ${seed}`);
let isFine = true;
for (const name of chosen) {
  const part = PARTS[name];
  if (part === undefined) {
    console.error(`There is no part ${name}: ${Object.keys(PARTS).join(", ")}.`);
    process.exit(2);
  }
  const { counts, wrong } = await part();
  console.log(`\n${name} ${JSON.stringify(counts, null, 2)}`);
  for (const sentence of wrong) console.error(`WRONG: ${sentence}`);
  isFine &&= wrong.length === 0;
}
console.log(isFine ? "\nNothing is wrong." : `\nThat is wrong. Again with --seed=${seed}`);
process.exit(isFine ? 0 : 1);
