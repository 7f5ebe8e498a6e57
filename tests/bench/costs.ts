import { percentile } from "./figure.ts";
import { cpuMicrosecondsOf } from "./process.ts";
import { answersPerSecond, type Asked } from "./rates.ts";

const ROUNDS = 40;
const ROUND_MS = 500;
/** Until everything that is hot has been compiled as far as it will be. */
const WARM_UP_MS = 8000;
const UNDISTURBED = 0.1;

/** A program's process, and what is asked of it. */
export type AskedSite = Asked & { pid: number };

export type CostFigure = {
  /** What an answer of the first costs more than one of the second, as a share of that; below 0 where it costs less. */
  more: number;
  /** Processor time of an answer in microseconds, in the rounds that were disturbed least. */
  first: number;
  second: number;
};

/**
 * Compares the processor time that two programs take for an answer, in turns and in changing order: it says
 * more than the answers per second, which whatever else runs on the machine changes. Under a minute, on
 * Linux alone.
 */
export const compareCosts = async (first: AskedSite, second: AskedSite): Promise<CostFigure> => {
  const microseconds = async (site: AskedSite, ms: number) => {
    const before = cpuMicrosecondsOf(site.pid);
    const rate = await answersPerSecond(site, ms);
    return (cpuMicrosecondsOf(site.pid) - before) / ((rate * ms) / 1000);
  };
  const sites = [first, second];
  for (const site of sites) await microseconds(site, WARM_UP_MS);
  const taken = new Map(sites.map((site) => [site, [] as number[]]));
  for (let round = 0; round < ROUNDS; round += 1)
    for (const site of round % 2 === 0 ? sites : sites.toReversed())
      taken.get(site)?.push(await microseconds(site, ROUND_MS));
  // Whatever else runs on this machine can only add to a round.
  const leastOf = (site: AskedSite) => percentile(taken.get(site) ?? [], UNDISTURBED);
  const [ofFirst, ofSecond] = [leastOf(first), leastOf(second)];
  return { more: ofFirst / ofSecond - 1, first: ofFirst, second: ofSecond };
};
