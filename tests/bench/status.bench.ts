import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeClientBuild } from "#tests/support/client-build.ts";
import { median } from "./figure.ts";

const PATH = "/api/server/ark-se";
const ROUNDS = 5;
const ROUND_MS = 1000;
const WARM_UP_MS = 1000;
const CONNECTIONS = 32;

export type StatusFigure = {
  /** The site's answers per second over those of a bare `Bun.serve`: median of the rounds. */
  ratio: number;
  /** Lowest and highest ratio of a round. */
  spread: readonly [lowest: number, highest: number];
  /** Answers per second, medians. */
  site: number;
  bare: number;
};

const program = (name: string) => join(import.meta.dir, "status", name);

const startServer = async (name: string, args: readonly string[]) => {
  const server = Bun.spawn([process.execPath, program(name), ...args], {
    stdout: "pipe",
    stderr: "inherit",
    env: { ...process.env, NODE_ENV: "production" },
  });
  for await (const line of server.stdout.pipeThrough(new TextDecoderStream()))
    return { port: line.trim(), server };
  throw new Error(`${name} did not start.`);
};

/** Answers per second, asked for by a process of its own. */
const answersPerSecond = async (port: string, ms: number) => {
  const load = Bun.spawn(
    [process.execPath, program("load.ts"), port, PATH, String(CONNECTIONS), String(ms)],
    { stdout: "pipe", stderr: "inherit" },
  );
  return Number(await new Response(load.stdout).text());
};

/**
 * Measures `GET /api/server/ark-se` of the site, with everything on, against a bare `Bun.serve` that
 * returns the same bytes: in turns, on this machine, for about 15 s.
 */
export const measureStatus = async (): Promise<StatusFigure> => {
  const folder = await mkdtemp(join(tmpdir(), "lynxden-bench-"));
  const servers: Bun.Subprocess[] = [];
  try {
    const client = join(folder, "client");
    await writeClientBuild(client, "bench");
    const site = await startServer("site.ts", [folder, join(folder, "site.log"), client]);
    servers.push(site.server);
    const body = join(folder, "body.json");
    await Bun.write(body, await (await fetch(`http://127.0.0.1:${site.port}${PATH}`)).text());
    const bare = await startServer("bare.ts", [body]);
    servers.push(bare.server);

    for (const { port } of [bare, site]) await answersPerSecond(port, WARM_UP_MS);
    const rounds: { bare: number; site: number }[] = [];
    for (let round = 0; round < ROUNDS; round += 1)
      rounds.push({
        bare: await answersPerSecond(bare.port, ROUND_MS),
        site: await answersPerSecond(site.port, ROUND_MS),
      });
    const ratios = rounds.map((round) => round.site / round.bare);
    return {
      ratio: median(ratios),
      spread: [Math.min(...ratios), Math.max(...ratios)],
      site: median(rounds.map((round) => round.site)),
      bare: median(rounds.map((round) => round.bare)),
    };
  } finally {
    for (const server of servers) server.kill();
    await Promise.all(servers.map((server) => server.exited));
    await rm(folder, { recursive: true, force: true });
  }
};

if (import.meta.main) console.log(await measureStatus());
