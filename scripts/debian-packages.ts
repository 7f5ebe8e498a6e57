import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { ROOT } from "./client/places.ts";

const FOLDER = join(ROOT, ".tmp/debian");
const DOWNLOAD_MS = 5 * 60_000;

const run = async (cwd: string, ...command: string[]) => {
  const child = Bun.spawn(command, {
    cwd,
    stdio: ["ignore", "ignore", "ignore"],
    timeout: DOWNLOAD_MS,
  });
  return (await child.exited) === 0;
};

/**
 * Packages of Debian and its kin, unpacked into a folder of this working copy: nothing is installed,
 * and no service starts. As root the list of packages is brought up to date where it has none of them.
 * @returns the folder, with `usr` and the like in it; null where they are not to be had.
 */
export const unpackDebian = async (...names: readonly string[]): Promise<string | null> => {
  const place = join(FOLDER, names.join("+"));
  if (existsSync(place)) return place;
  if (!existsSync("/usr/bin/apt-get")) return null;
  await mkdir(FOLDER, { recursive: true });
  const draft = await mkdtemp(join(FOLDER, "draft-"));
  try {
    const download = () => run(draft, "apt-get", "download", ...names);
    const canUpdate = process.getuid?.() === 0;
    const isHere =
      (await download()) ||
      (canUpdate && (await run(draft, "apt-get", "update")) && (await download()));
    if (!isHere) return null;
    const unpacked = join(draft, "unpacked");
    for (const file of await readdir(draft))
      if (!(await run(draft, "dpkg-deb", "--extract", file, unpacked))) return null;
    // Two at once: the second finds it there.
    await rename(unpacked, place).catch(() => {});
    return place;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
};
