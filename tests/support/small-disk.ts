import { closeSync, fstatSync, ftruncateSync, openSync, rmSync, writeSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterThisTest } from "./cleanup.ts";

const BLOCK = Buffer.alloc(4096, 1);

/** A disk of a few megabytes. */
export type SmallDisk = {
  folder: string;
  /** Takes all of it but so much. */
  fillBut(leftBytes: number): void;
  makeRoom(): void;
};

const run = (...command: string[]) =>
  Bun.spawnSync(command, { stdout: "ignore", stderr: "ignore" }).exitCode === 0;

/**
 * A small file system of its own for this test, in memory.
 * @returns null where this process may not mount one: that takes root, on Linux.
 */
export const smallDisk = async (megabytes: number): Promise<SmallDisk | null> => {
  const folder = await mkdtemp(join(tmpdir(), "lynxden-disk-"));
  afterThisTest(() => rm(folder, { recursive: true, force: true }));
  if (!run("mount", "-t", "tmpfs", "-o", `size=${megabytes}m`, "lynxden-test", folder)) return null;
  afterThisTest(() => run("umount", "--lazy", folder));
  const filler = join(folder, "filler");
  return {
    folder,
    fillBut: (leftBytes) => {
      const file = openSync(filler, "a");
      try {
        for (;;) writeSync(file, BLOCK);
      } catch (error) {
        if ((error as { code?: unknown }).code !== "ENOSPC") throw error;
      } finally {
        ftruncateSync(file, Math.max(0, fstatSync(file).size - leftBytes));
        closeSync(file);
      }
    },
    makeRoom: () => rmSync(filler, { force: true }),
  };
};
