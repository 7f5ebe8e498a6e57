/**
 * `bun run bench`: the figures of what is built, each beside its target, measured one after the
 * other on this machine. Fails when one is not met. Names after `--` choose: status, metrics, me, poller,
 * tickets, queue, next, members, push, block, pictures, publish, versions, home, cold, taps, binary.
 */

import { measureBinary } from "#tests/bench/binary.bench.ts";
import { measureBlock } from "#tests/bench/block.bench.ts";
import { measureColdStart } from "#tests/bench/cold-start.bench.ts";
import type { CostFigure } from "#tests/bench/costs.ts";
import type { Figure } from "#tests/bench/figure.ts";
import { measureHomePage } from "#tests/bench/home-page.bench.ts";
import { measureInteractions } from "#tests/bench/interaction.bench.ts";
import { measureMe } from "#tests/bench/me.bench.ts";
import { measureMembers } from "#tests/bench/members.bench.ts";
import { measureMetricsCost } from "#tests/bench/metrics-cost.bench.ts";
import { measureNextTicket } from "#tests/bench/next-ticket.bench.ts";
import { measurePictures } from "#tests/bench/pictures.bench.ts";
import { measurePoller } from "#tests/bench/poller.bench.ts";
import { measurePublish } from "#tests/bench/publish.bench.ts";
import { measurePush } from "#tests/bench/push.bench.ts";
import { measureQueue } from "#tests/bench/queue.bench.ts";
import { measureStatus } from "#tests/bench/status.bench.ts";
import { measureTickets } from "#tests/bench/tickets.bench.ts";
import { measureVersions } from "#tests/bench/versions.bench.ts";
import { endTests } from "#tests/support/tests-end.ts";
import { ensureBrowser } from "./install-browser.ts";
import { runScript } from "./run-script.ts";

const STATUS_TARGET = 0.6;
const ME_TARGET = 0.5;
const POLLER_TARGET = 1.3;
const METRICS_TARGET = 0.02;

/** How much of an answer's processor time a bare program takes that does the least that can be done. */
const share = (
  name: string,
  { first: site, second: bare }: CostFigure,
  target: number,
): Figure => ({
  name,
  measured: `${(bare / site).toFixed(2)} (${bare.toFixed(1)} of ${site.toFixed(1)} µs)`,
  target: `at least ${target}`,
  isMet: bare / site >= target,
});

const status = async () => [
  share(
    "GET /api/server/ark-se, share of a bare Bun.serve's time",
    await measureStatus(),
    STATUS_TARGET,
  ),
];

const me = async () => [
  share(
    "GET /api/Auth/me on SQLite, share of a bare Hono handler's time",
    await measureMe(),
    ME_TARGET,
  ),
];

const percent = (value: number) => `${(value * 100).toFixed(1)} %`;

const metrics = async (): Promise<readonly Figure[]> => {
  const { more: cost, first: withMetrics, second: without } = await measureMetricsCost();
  return [
    {
      name: "Metrics: what they add to the processor time of GET /api/server/ark-se",
      measured: `${percent(cost)} (${without.toFixed(1)} to ${withMetrics.toFixed(1)} µs)`,
      target: `below ${percent(METRICS_TARGET)}`,
      isMet: cost < METRICS_TARGET,
    },
  ];
};

const poller = async (): Promise<readonly Figure[]> => {
  const { ratio, spread } = await measurePoller();
  return [
    {
      name: "Poller: what 400 servers wait longer with 100 dead ones",
      measured: `${ratio.toFixed(2)} × (${spread.map((value) => value.toFixed(2)).join("-")})`,
      target: `at most ${POLLER_TARGET} ×`,
      isMet: ratio <= POLLER_TARGET,
    },
  ];
};

type Measure = () => Promise<readonly Figure[]>;

const inBrowser = (measure: Measure) => async () => {
  await ensureBrowser();
  return await measure();
};

const ofClient = (measure: Measure) => async () => {
  await runScript("build-client.ts");
  return await measure();
};

/** What is measured of the program as owners run it. */
const ofBinary = (measure: Measure) => async () => {
  await runScript("build.ts");
  return await measure();
};

const MEASUREMENTS: Readonly<Record<string, () => Promise<readonly Figure[]>>> = {
  status,
  metrics,
  me,
  poller,
  tickets: measureTickets,
  queue: measureQueue,
  next: inBrowser(ofClient(measureNextTicket)),
  members: measureMembers,
  push: measurePush,
  block: measureBlock,
  pictures: measurePictures,
  publish: inBrowser(ofBinary(measurePublish)),
  versions: ofBinary(measureVersions),
  home: inBrowser(ofClient(measureHomePage)),
  cold: inBrowser(ofClient(measureColdStart)),
  taps: inBrowser(ofClient(measureInteractions)),
  binary: ofBinary(measureBinary),
};

const chosen = process.argv.slice(2).filter((name) => name !== "--");
const unknown = chosen.filter((name) => !Object.hasOwn(MEASUREMENTS, name));
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(", ")}: ${Object.keys(MEASUREMENTS).join(", ")}.`);
  process.exit(2);
}

const figures: Figure[] = [];
for (const [name, measure] of Object.entries(MEASUREMENTS)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  console.log(`Measuring ${name} …`);
  figures.push(...(await measure()));
}

const rows = figures.map(({ name, measured, target, isMet }) => [
  name,
  measured,
  target,
  isMet ? "met" : "NOT MET",
]);
const header = ["Figure", "Measured", "Target", ""];
const widths = header.map((title, column) =>
  Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
);
const line = (cells: readonly string[]) =>
  cells
    .map((cell, column) => cell.padEnd(widths[column] ?? 0))
    .join("   ")
    .trimEnd();
console.log(`\n${line(header)}\n${line(widths.map((width) => "-".repeat(width)))}`);
for (const row of rows) console.log(line(row));
await endTests();
process.exit(figures.every(({ isMet }) => isMet) ? 0 : 1);
