import { connect } from "node:net";
import { createLog } from "#server/core/log.ts";
import { type Site, type SiteOptions, startSite } from "#server/serve.ts";
import { type LogLine, testAssets, testConfig } from "./app.ts";
import { afterThisTest } from "./cleanup.ts";
import { plainDraw, plainRender } from "./plain-prerender.ts";
import { testDatabase } from "./store.ts";

/** The site in this process, listening on a port of its own, without its jobs. */
export const listeningSite = async (
  env: Readonly<Record<string, string>> = {},
  options: Partial<SiteOptions> = {},
): Promise<Site & { lines: LogLine[] }> => {
  const { databaseUrl, dataDir } = await testDatabase();
  const lines: LogLine[] = [];
  const config = await testConfig({
    PORT: "0",
    HOST: "127.0.0.1",
    DATA_DIR: dataDir,
    PUBLIC_URL: "",
    ...env,
  });
  const site = await startSite(
    { ...config, databaseUrl: config.databaseUrl ?? databaseUrl },
    {
      log: createLog((line) => lines.push(JSON.parse(line) as LogLine)),
      assets: await testAssets(),
      render: plainRender,
      draw: plainDraw,
      jobs: () => [],
      ...options,
    },
  );
  afterThisTest(() => site.stop());
  return { ...site, lines };
};

/**
 * Sends bytes as they are, and gives what came back until the other side was done: where they ask it to
 * close the connection, when it has; else when it falls silent.
 */
export const rawRequest = (url: string, bytes: string, silenceMs = 300): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const isClosed = /^connection: close\r$/im.test(bytes);
    let answer = "";
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    const done = () => {
      socket.destroy();
      resolve(answer);
    };
    const waitFor = (ms: number) => (isClosed ? undefined : setTimeout(done, ms));
    let silence = waitFor(5000);
    socket.on("data", (chunk) => {
      answer += chunk.toString("latin1");
      clearTimeout(silence);
      silence = waitFor(silenceMs);
    });
    socket.on("close", () => {
      clearTimeout(silence);
      resolve(answer);
    });
    socket.on("error", reject);
  });
