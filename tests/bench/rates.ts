import { join } from "node:path";
import { median } from "./figure.ts";

const ROUNDS = 5;
const ROUND_MS = 2000;
/** Until everything that is hot has been compiled as far as it will be. */
const WARM_UP_MS = 4000;
const CONNECTIONS = 32;

export type RatesFigure = {
  /** The site's answers per second over those of the bare program: median of the rounds. */
  ratio: number;
  /** Lowest and highest ratio of a round. */
  spread: readonly [lowest: number, highest: number];
  /** Answers per second, medians. */
  site: number;
  bare: number;
};

const program = (name: string) => join(import.meta.dir, name);

/**
 * Starts a program of this folder that prints its port.
 * @param name such as `status/bare.ts`.
 * @param env beside our own environment.
 */
export const startProgram = async (
  name: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
) => {
  const server = Bun.spawn([process.execPath, program(name), ...args], {
    stdout: "pipe",
    stderr: "inherit",
    env: { ...process.env, NODE_ENV: "production", ...env },
  });
  for await (const line of server.stdout.pipeThrough(new TextDecoderStream()))
    return { port: line.trim(), server };
  throw new Error(`${name} did not start.`);
};

type Asked = { port: string; path: string; token?: string };

/** Answers per second, asked for by a process of its own. */
export const answersPerSecond = async ({ port, path, token = "" }: Asked, ms: number) => {
  const args = [port, path, String(CONNECTIONS), String(ms), token];
  const load = Bun.spawn([process.execPath, program("load.ts"), ...args], {
    stdout: "pipe",
    stderr: "inherit",
  });
  return Number(await new Response(load.stdout).text());
};

/** Measures the site against a bare program, in turns, for about 30 s. */
export const compareRates = async (site: Asked, bare: Asked): Promise<RatesFigure> => {
  for (const asked of [bare, site]) await answersPerSecond(asked, WARM_UP_MS);
  const rounds: { bare: number; site: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    rounds.push({
      bare: await answersPerSecond(bare, ROUND_MS),
      site: await answersPerSecond(site, ROUND_MS),
    });
  const ratios = rounds.map((round) => round.site / round.bare);
  return {
    ratio: median(ratios),
    spread: [Math.min(...ratios), Math.max(...ratios)],
    site: median(rounds.map((round) => round.site)),
    bare: median(rounds.map((round) => round.bare)),
  };
};
