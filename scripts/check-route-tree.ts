/** Fails when src/client/routeTree.gen.ts is not what src/client/routes gives; with `--fix` it is made so. */

import { generateRouteTree, ROUTE_TREE } from "./client/route-tree.ts";

const committed = await Bun.file(ROUTE_TREE).text();
await generateRouteTree();
const generated = await Bun.file(ROUTE_TREE).text();
if (generated !== committed && !process.argv.includes("--fix")) {
  await Bun.write(ROUTE_TREE, committed);
  console.error(
    "src/client/routeTree.gen.ts is not current: run `bun run check --fix` and commit it.",
  );
  process.exit(1);
}
