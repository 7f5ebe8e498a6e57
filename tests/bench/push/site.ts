// The site with everything on, its jobs among them, as its environment says. Arguments: log file,
// folder of the client. Prints its port.
import { openSync } from "node:fs";
import { loadConfig } from "#server/config/config.ts";
import { createLog, createLogWriter } from "#server/core/log.ts";
import { assetsFromFolder } from "#server/http/static.ts";
import { startSite } from "#server/serve.ts";
import { plainDraw, plainRender } from "#tests/support/plain-prerender.ts";

const [logFile = "site.log", client = "."] = process.argv.slice(2);
const config = await loadConfig(process.env);
const site = await startSite(config, {
  log: createLog(createLogWriter(openSync(logFile, "a")).write),
  assets: await assetsFromFolder(client),
  render: plainRender,
  draw: plainDraw,
});
process.stdout.write(`${new URL(site.url).port}\n`);
