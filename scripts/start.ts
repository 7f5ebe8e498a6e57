/** `bun start`: builds the client where that is needed, then is the site, for real. */

import { assetsFromFolder } from "#server/http/static.ts";
import { run } from "#server/main.ts";
import { CLIENT_OUT_DIR } from "./client/places.ts";
import { runScript } from "./run-script.ts";

await runScript("build-client.ts");
process.exit(await run(["serve"], process.env, () => assetsFromFolder(CLIENT_OUT_DIR)));
