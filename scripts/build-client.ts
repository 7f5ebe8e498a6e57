/**
 * `dist/client`: what browsers fetch. The bundle with hashed names under `assets/`, the public
 * files, packed copies of both (`.br`, `.gz`) and `manifest.json`. Does nothing when no input
 * changed since the last build.
 */

import { existsSync } from "node:fs";
import { cp, mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { bundleClient } from "./client/bundle.ts";
import { digestInputs } from "./client/inputs.ts";
import { writeManifest } from "./client/manifest.ts";
import { CLIENT_OUT_DIR, PUBLIC_DIR, ROOT } from "./client/places.ts";
import { generateRouteTree } from "./client/route-tree.ts";

const STAMP = join(ROOT, "dist/client.stamp");

/** Does work as it is done for a release: what the bundler's plugins make depends on this variable. */
const forProduction = async <T>(work: () => Promise<T>): Promise<T> => {
  const { NODE_ENV: before } = process.env;
  process.env["NODE_ENV"] = "production";
  try {
    return await work();
  } finally {
    if (before === undefined) delete process.env["NODE_ENV"];
    else process.env["NODE_ENV"] = before;
  }
};

const isCurrent = async () =>
  existsSync(join(CLIENT_OUT_DIR, "manifest.json")) &&
  existsSync(STAMP) &&
  (await Bun.file(STAMP).text()) === (await digestInputs());

/** @returns whether anything had to be built. */
export const buildClient = async (): Promise<boolean> => {
  if (await isCurrent()) return false;
  await generateRouteTree();
  const inputs = await digestInputs();
  const draft = join(ROOT, `dist/client-${process.pid}`);
  try {
    await mkdir(draft, { recursive: true });
    await cp(PUBLIC_DIR, draft, { recursive: true });
    const neededFirst = await forProduction(() => bundleClient(draft));
    await writeManifest(draft, neededFirst);
    await rm(CLIENT_OUT_DIR, { recursive: true, force: true });
    await rename(draft, CLIENT_OUT_DIR);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  await Bun.write(STAMP, inputs);
  return true;
};

if (import.meta.main) {
  const startedAt = performance.now();
  const built = await buildClient();
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(built ? `Built the client in ${seconds} s.` : "The client is up to date.");
}
