import { existsSync, rmSync } from "node:fs";
import { chmod, mkdtemp, statfs } from "node:fs/promises";
import { join } from "node:path";

/** Where Linux keeps files in memory. */
const MEMORY = "/dev/shm";
/** A run's databases, builds and browsers' profiles take less than half of this. */
const ENOUGH_BYTES = 8 * 2 ** 30;

const hasRoom = async () => {
  if (!existsSync(MEMORY)) return false;
  const { bavail, bsize } = await statfs(MEMORY);
  return bavail * bsize >= ENOUGH_BYTES;
};

/**
 * Puts the temporary files of all tests into memory, where there is enough: what is written there
 * need not reach a disk, which thousands of small databases would wait for. They go when we end.
 */
export const keepTemporaryFilesInMemory = async (): Promise<void> => {
  if (!(await hasRoom())) return;
  const folder = await mkdtemp(join(MEMORY, "lynxden-"));
  // PostgreSQL may run as somebody else, who has to reach the folder that is its own.
  await chmod(folder, 0o711);
  process.env["TMPDIR"] = folder;
  process.once("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
};
