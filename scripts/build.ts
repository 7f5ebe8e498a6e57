/**
 * `bun run build`: `dist/lynxden`, one executable for this platform, with the client, the example
 * of community.toml and the migrations inside.
 *
 * `--target=all`, or one or several of the names in scripts/build/targets.ts: instead an executable
 * for each, with the checksums, the bill of materials and the licences of a release. The same sources
 * make the same bytes, wherever they lie and whenever it is done.
 */

import { stat } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { buildClient } from "./build-client.ts";
import { compile, writeEntry } from "./build/compile.ts";
import { makeRelease, SUMS_FILE } from "./build/release.ts";
import { DIST_DIR, readTargets } from "./build/targets.ts";
import { BINARY } from "./client/places.ts";

const startedAt = performance.now();
const tookSeconds = () => ((performance.now() - startedAt) / 1000).toFixed(1);
const sizeMb = async (path: string) => ((await stat(path)).size / 1e6).toFixed(0);

const readArguments = () => {
  const { values } = parseArgs({ options: { target: { type: "string", multiple: true } } });
  return values.target === undefined ? null : readTargets(values.target);
};

const build = async () => {
  const targets = readArguments();
  await buildClient();
  if (targets === null) {
    await compile(await writeEntry(), BINARY, null);
    console.log(`Built dist/lynxden (${await sizeMb(BINARY)} MB) in ${tookSeconds()} s.`);
    return;
  }
  const files = await makeRelease(targets, DIST_DIR, (file) => console.log(`dist/${file}`));
  const sizes = await Promise.all(files.map((file) => sizeMb(join(DIST_DIR, file))));
  const total = sizes.reduce((sum, size) => sum + Number(size), 0);
  console.log(
    `Built ${files.length} executable(s) (${total} MB) in ${tookSeconds()} s; their checksums are in dist/${SUMS_FILE}.`,
  );
};

await build().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
