// The site with its real client and pages, and without its jobs. Arguments: data folder, log file, client.
// Prints its port.
import { openSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "#scripts/client/places.ts";
import { loadConfig } from "#server/config/config.ts";
import { createLog, createLogWriter } from "#server/core/log.ts";
import { renderApart } from "#server/http/render-site.ts";
import { assetsFromFolder } from "#server/http/static.ts";
import { startSite } from "#server/serve.ts";
import { plainDraw } from "#tests/support/plain-prerender.ts";

const [dataDir = ".", logFile = "site.log", client = "."] = process.argv.slice(2);
const config = await loadConfig({ PORT: "0", DATA_DIR: dataDir, DRAIN_SECONDS: "0" });
const site = await startSite(config, {
  log: createLog(createLogWriter(openSync(logFile, "a")).write),
  assets: await assetsFromFolder(client),
  render: renderApart([process.execPath, join(ROOT, "src/server/main.ts"), "render"]),
  draw: plainDraw,
  drawsAhead: false,
  jobs: () => [],
});
process.stdout.write(`${new URL(site.url).port}\n`);
