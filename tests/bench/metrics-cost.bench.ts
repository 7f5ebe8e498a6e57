import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeClientBuild } from "#tests/support/client-build.ts";
import { compareCosts, type CostFigure } from "./costs.ts";
import { startProgram } from "./rates.ts";

const PATH = "/api/server/ark-se";

/** Measures what the metrics cost the status: a site that counts its requests, and one that does not. */
export const measureMetricsCost = async (): Promise<CostFigure> => {
  const folder = await mkdtemp(join(tmpdir(), "lynxden-bench-"));
  const client = join(folder, "client");
  await writeClientBuild(client, "bench");
  const start = (name: string, metrics: string) =>
    startProgram("site.ts", [join(folder, name), join(folder, `${name}.log`), client, metrics]);
  const counting = await start("with", "on");
  const plain = await start("without", "off");
  const asked = ({ port, server }: typeof plain) => ({ pid: server.pid, port, path: PATH });
  try {
    return await compareCosts(asked(counting), asked(plain));
  } finally {
    for (const { server } of [counting, plain]) server.kill();
    await Promise.all([counting, plain].map(({ server }) => server.exited));
    await rm(folder, { recursive: true, force: true });
  }
};

if (import.meta.main) console.log(await measureMetricsCost());
