// The site with everything on but its jobs, which would ask servers that are not there.
// Arguments: data folder, log file, client, and "off" where requests are not counted. Prints its port.
import { openSync } from "node:fs";
import { loadConfig } from "#server/config/config.ts";
import { createSiteMetrics } from "#server/context/services.ts";
import { createLog, createLogWriter } from "#server/core/log.ts";
import { assetsFromFolder } from "#server/http/static.ts";
import { startSite } from "#server/serve.ts";
import { plainDraw, plainRender } from "#tests/support/plain-prerender.ts";

const [dataDir = ".", logFile = "site.log", client = ".", counting = "on"] = process.argv.slice(2);
const config = await loadConfig({
  PORT: "0",
  HOST: "127.0.0.1",
  DATA_DIR: dataDir,
  DRAIN_SECONDS: "0",
});
const site = await startSite(config, {
  log: createLog(createLogWriter(openSync(logFile, "a")).write),
  assets: await assetsFromFolder(client),
  render: plainRender,
  draw: plainDraw,
  jobs: () => [],
  ...(counting === "off" && { metrics: { ...createSiteMetrics(), requests: null } }),
});
process.stdout.write(`${new URL(site.url).port}\n`);
