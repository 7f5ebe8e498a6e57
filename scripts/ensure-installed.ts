/**
 * Installs the packages when they are missing or another `bun.lock` was installed last. Bun
 * looks for node_modules once, at start, so the program that follows must be a new one (run.ts).
 * Node's built-ins only.
 */

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";

const root = resolve(import.meta.dirname, "..");
const stampFile = resolve(root, "node_modules/.installed-lock");

const wanted = createHash("sha256")
  .update(readFileSync(resolve(root, "bun.lock")))
  .update(`${process.platform} ${process.arch}`)
  .digest("hex");

const readStamp = () => {
  try {
    return readFileSync(stampFile, "utf8");
  } catch {
    return null;
  }
};

if (readStamp() !== wanted) {
  console.log("Installing packages …");
  const install = spawnSync(process.execPath, ["install", "--frozen-lockfile"], {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
  });
  if (install.status !== 0) process.exit(install.status ?? 1);
  writeFileSync(stampFile, wanted);
}
