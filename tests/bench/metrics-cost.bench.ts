import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeClientBuild } from "#tests/support/client-build.ts";
import { cpuMicrosecondsOf } from "./cpu.ts";
import { percentile } from "./figure.ts";
import { answersPerSecond, startProgram } from "./rates.ts";

const PATH = "/api/server/ark-se";
const ROUNDS = 40;
const ROUND_MS = 500;
const WARM_UP_MS = 4000;
const UNDISTURBED = 0.1;
export type CostFigure = {
  /** What counting adds to the processor time of an answer, as a share of it. */
  share: number;
  /** Processor time of an answer in microseconds, in the rounds that were disturbed least. */
  withMetrics: number;
  without: number;
};

/**
 * Measures what the metrics cost the status: two sites, one that counts its requests and one that does
 * not, in turns and in changing order, by the processor time of an answer. About a minute, on Linux alone.
 */
export const measureMetricsCost = async (): Promise<CostFigure> => {
  const folder = await mkdtemp(join(tmpdir(), "lynxden-bench-"));
  const client = join(folder, "client");
  await writeClientBuild(client, "bench");
  const start = (name: string, metrics: string) =>
    startProgram("site.ts", [join(folder, name), join(folder, `${name}.log`), client, metrics]);
  const counting = await start("with", "on");
  const plain = await start("without", "off");
  const sites = [counting, plain];
  try {
    const microseconds = async ({ port, server }: typeof counting, ms: number) => {
      const before = cpuMicrosecondsOf(server.pid);
      const rate = await answersPerSecond({ port, path: PATH }, ms);
      return (cpuMicrosecondsOf(server.pid) - before) / ((rate * ms) / 1000);
    };
    for (const site of sites) await microseconds(site, WARM_UP_MS);
    const rounds: { withMetrics: number; without: number }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const order = round % 2 === 0 ? sites : sites.toReversed();
      const taken = new Map<(typeof sites)[number], number>();
      for (const site of order) taken.set(site, await microseconds(site, ROUND_MS));
      rounds.push({ withMetrics: taken.get(counting) ?? 0, without: taken.get(plain) ?? 0 });
    }
    // Whatever else runs on this machine can only add to a round.
    const leastOf = (of: (round: (typeof rounds)[number]) => number) =>
      percentile(rounds.map(of), UNDISTURBED);
    const withMetrics = leastOf((round) => round.withMetrics);
    const without = leastOf((round) => round.without);
    return { share: withMetrics / without - 1, withMetrics, without };
  } finally {
    for (const { server } of sites) server.kill();
    await Promise.all(sites.map(({ server }) => server.exited));
    await rm(folder, { recursive: true, force: true });
  }
};

if (import.meta.main) console.log(await measureMetricsCost());
