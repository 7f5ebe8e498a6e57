import { existsSync } from "node:fs";
import { statfs } from "node:fs/promises";

/**
 * What is left where a folder is, and what the disk holds, in bytes.
 * @returns null where there is no such folder.
 */
export const readDiskSpace = async (
  folder: string,
): Promise<{ free: number; total: number } | null> => {
  if (!existsSync(folder)) return null;
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, total: blocks * bsize };
};
