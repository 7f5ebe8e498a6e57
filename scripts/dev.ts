/**
 * `bun run dev`: the demo with hot reload. A change of the server restarts it; a change of the
 * client reaches the open page at once. What runs here is not what is served for real: `bun run
 * demo` is.
 */

import { join } from "node:path";
import { ROOT } from "./client/places.ts";
import { runInWorld } from "./demo/run-in-world.ts";
import { startFront } from "./dev/front.ts";
import { freePort } from "./free-port.ts";
import { startSite } from "./site-process.ts";

const WATCHED = [process.execPath, "--no-orphans", "--watch", "--no-clear-screen"];

await runInWorld(async (url, port, environment) => {
  const sitePort = String(await freePort());
  const site = await startSite({
    command: [...WATCHED, join(ROOT, "src/server/main.ts"), "serve"],
    env: {
      LOG_LEVEL: "warn",
      NODE_ENV: "development",
      ...environment,
      PORT: sitePort,
      PUBLIC_URL: url,
    },
  });
  await startFront(port, `http://127.0.0.1:${sitePort}`);
  return site;
});
