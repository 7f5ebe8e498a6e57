import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeClientBuild } from "#tests/support/client-build.ts";
import { compareRates, type RatesFigure, startProgram } from "./rates.ts";

const PATH = "/api/server/ark-se";

/**
 * Measures `GET /api/server/ark-se` of the site, with everything on, against a bare `Bun.serve` that
 * returns the same bytes: in turns, on this machine, for about 30 s.
 */
export const measureStatus = async (): Promise<RatesFigure> => {
  const folder = await mkdtemp(join(tmpdir(), "lynxden-bench-"));
  const servers: Bun.Subprocess[] = [];
  try {
    const client = join(folder, "client");
    await writeClientBuild(client, "bench");
    const site = await startProgram("site.ts", [folder, join(folder, "site.log"), client]);
    servers.push(site.server);
    const body = join(folder, "body.json");
    await Bun.write(body, await (await fetch(`http://127.0.0.1:${site.port}${PATH}`)).text());
    const bare = await startProgram("status/bare.ts", [body]);
    servers.push(bare.server);
    return await compareRates({ port: site.port, path: PATH }, { port: bare.port, path: PATH });
  } finally {
    for (const server of servers) server.kill();
    await Promise.all(servers.map((server) => server.exited));
    await rm(folder, { recursive: true, force: true });
  }
};

if (import.meta.main) console.log(await measureStatus());
