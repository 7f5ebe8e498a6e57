import { join } from "node:path";
import { CLIENT_DIR, ROOT } from "./places.ts";

export const ROUTE_TREE = join(CLIENT_DIR, "routeTree.gen.ts");

/** Writes the committed route tree from the files in src/client/routes. */
export const generateRouteTree = async () => {
  const generator = Bun.spawn(
    [process.execPath, join(ROOT, "node_modules/@tanstack/router-cli/bin/tsr.cjs"), "generate"],
    { cwd: ROOT, stdout: "pipe", stderr: "pipe" },
  );
  if ((await generator.exited) !== 0)
    throw new Error(`tsr generate failed:\n${await new Response(generator.stderr).text()}`);
};
