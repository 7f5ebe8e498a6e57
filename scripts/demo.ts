/** `bun run demo`: the site as it is served for real, in the sandbox's world, with sample data. */

import { runInWorld } from "./demo/run-in-world.ts";
import { startSite } from "./site-process.ts";

await runInWorld((url, port, environment) =>
  startSite({
    env: { LOG_LEVEL: "warn", ...environment, PORT: String(port), PUBLIC_URL: url },
  }),
);
