/**
 * Used by bunfig.toml, for `bun run dev` alone. Outside production the router keeps a helper of its
 * bundler plugin, which we do not use, on its prototype; taken from a module in a circle, it is not
 * there yet when Bun's development bundle reads it, and the page fails.
 */
const ROUTER = /@tanstack\/router-core\/dist\/esm\/router\.js$/;
const HELPER = "RouterCore.prototype._replaceRouteChunk = replaceRouteChunk;";

const plugin: Bun.BunPlugin = {
  name: "router-in-development",
  setup(build) {
    build.onLoad({ filter: ROUTER }, async ({ path }) => ({
      contents: (await Bun.file(path).text()).replace(HELPER, ""),
      loader: "js",
    }));
  },
};
export default plugin;
