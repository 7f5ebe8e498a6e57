import { existsSync } from "node:fs";
import { join } from "node:path";
import { PUBLIC_DIR } from "#scripts/client/places.ts";

/**
 * Used by bunfig.toml, for `bun run dev` alone: what style sheets name of the public folder stays an
 * address, as in the production build.
 */
const plugin: Bun.BunPlugin = {
  name: "public-files",
  setup(build) {
    build.onResolve({ filter: /^\/.*\.(svg|webp|png)$/ }, ({ path }) =>
      existsSync(join(PUBLIC_DIR, path)) ? { path, external: true } : undefined,
    );
  },
};
export default plugin;
