import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { $ } from "bun";
import { ROOT } from "#scripts/client/places.ts";

/** Beside the packages, so that no tool takes it for sources of this one. */
const KEPT = join(ROOT, "node_modules/.cache/lynxden/releases");
const HASH = /^[\da-f]{40}$/;

const lockOf = (root: string) => Bun.file(join(root, "bun.lock")).text();

const inPlace = async (folder: string, hash: string) => {
  await $`git -C ${ROOT} archive ${hash} | tar -x -C ${folder}`.quiet();
  // The same packages need not be installed a second time.
  if ((await lockOf(folder)) === (await lockOf(ROOT)))
    await symlink(join(ROOT, "node_modules"), join(folder, "node_modules"));
  else await $`${process.execPath} install --frozen-lockfile`.cwd(folder).quiet();
};

/**
 * The sources of a release as they were, with their packages, kept for the next time.
 * @returns null where this clone has no such commit: a shallow one.
 */
const sourcesOf = async (hash: string, clone: string): Promise<string | null> => {
  const folder = join(KEPT, hash);
  const known = await $`git -C ${clone} cat-file -e ${`${hash}^{commit}`}`.quiet().nothrow();
  if (known.exitCode !== 0) return null;
  if (existsSync(folder)) return folder;
  await mkdir(KEPT, { recursive: true });
  const making = await mkdtemp(join(KEPT, "making-"));
  try {
    await inPlace(making, hash);
    await rename(making, folder);
  } finally {
    await rm(making, { recursive: true, force: true });
  }
  return folder;
};

/** The commit of the release before this one. @throws where package.json names none. */
const previousCommit = async (): Promise<string> => {
  const { previousRelease: hash } = (await Bun.file(join(ROOT, "package.json")).json()) as {
    previousRelease?: unknown;
  };
  if (typeof hash !== "string" || !HASH.test(hash))
    throw new Error("previousRelease in package.json must be the full hash of a commit.");
  return hash;
};

/**
 * The folder of the release before this one, which `previousRelease` in package.json names.
 * @param clone where its commit is looked for.
 * @returns null, with a loud line, where the clone does not have it; under CI that is an error.
 */
export const previousRelease = async (clone: string = ROOT): Promise<string | null> => {
  const hash = await previousCommit();
  const folder = await sourcesOf(hash, clone);
  if (folder !== null) return folder;
  const sentence = `This clone does not have the commit ${hash}, which is the previous release. Fetch it: git fetch --unshallow, or clone without --depth.`;
  if (process.env["CI"] === "true") throw new Error(sentence);
  console.error(`NOT RUN: two releases side by side. ${sentence}`);
  return null;
};
