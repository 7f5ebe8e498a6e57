/**
 * `bun run build`: `dist/lynxden`, one executable for this platform, with the client, the example
 * of community.toml and the migrations inside.
 */

import { mkdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { buildClient } from "./build-client.ts";
import { BINARY, CLIENT_OUT_DIR, ROOT } from "./client/places.ts";

const FOLDER = join(ROOT, ".tmp/binary");

/** A program that imports every file of the client, and so brings it into the binary. */
const writeEntry = async () => {
  const paths = await Array.fromAsync(new Bun.Glob("**/*").scan({ cwd: CLIENT_OUT_DIR }));
  const files = paths.filter((path) => path !== "manifest.json").toSorted();
  const imports = files.map(
    (path, index) =>
      `import file${index} from ${JSON.stringify(join(CLIENT_OUT_DIR, path))} with { type: "file" };`,
  );
  const places = files.map((path, index) => `  [${JSON.stringify(`/${path}`)}, file${index}],`);
  const entry = `${imports.join("\n")}
import manifest from ${JSON.stringify(join(CLIENT_OUT_DIR, "manifest.json"))};
import { assetsFromManifest } from "#server/http/client-assets.ts";
import { run } from "#server/main.ts";

const files = new Map<string, string>([
${places.join("\n")}
]);
const open = (path: string) => Bun.file(files.get(path) ?? path);
process.exit(await run(process.argv.slice(2), process.env, () => assetsFromManifest(manifest, open)));
`;
  await mkdir(FOLDER, { recursive: true });
  const place = join(FOLDER, "entry.ts");
  await Bun.write(place, entry);
  return place;
};

const startedAt = performance.now();
await buildClient();
await Bun.build({
  entrypoints: [await writeEntry()],
  target: "bun",
  // Bytecode of modules with a top-level await: only as ESM.
  format: "esm",
  bytecode: true,
  minify: true,
  // Inside, so that a stack in the log names our lines; the copy beside the binary is not needed.
  sourcemap: "inline",
  env: "disable",
  define: { "process.env.NODE_ENV": '"production"' },
  compile: {
    outfile: BINARY,
    // It reads its environment, its community.toml and its data folder, and nothing else.
    autoloadDotenv: false,
    autoloadBunfig: false,
    autoloadTsconfig: false,
    autoloadPackageJson: false,
  },
});
await rm(`${BINARY}.map`, { force: true });
const megabytes = ((await stat(BINARY)).size / 1e6).toFixed(0);
const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
console.log(`Built dist/lynxden (${megabytes} MB) in ${seconds} s.`);
