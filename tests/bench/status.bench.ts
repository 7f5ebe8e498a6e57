import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeClientBuild } from "#tests/support/client-build.ts";
import { compareCosts, type CostFigure } from "./costs.ts";
import { startProgram } from "./rates.ts";

const PATH = "/api/server/ark-se";

/**
 * Measures `GET /api/server/ark-se` of the site, with everything on, against a bare `Bun.serve` that
 * returns the same bytes: the processor time of an answer, in about a minute.
 */
export const measureStatus = async (): Promise<CostFigure> => {
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
    const asked = ({ port, server }: typeof site) => ({ pid: server.pid, port, path: PATH });
    return await compareCosts(asked(site), asked(bare));
  } finally {
    for (const server of servers) server.kill();
    await Promise.all(servers.map((server) => server.exited));
    await rm(folder, { recursive: true, force: true });
  }
};

if (import.meta.main) console.log(await measureStatus());
