import { join } from "node:path";

/**
 * Runs one of the scripts beside this one in a process of its own.
 * @throws when it fails; it has said why.
 */
export const runScript = async (name: string): Promise<void> => {
  const script = Bun.spawn([process.execPath, join(import.meta.dir, name)], {
    stdio: ["ignore", "inherit", "inherit"],
  });
  if ((await script.exited) !== 0) throw new Error(`scripts/${name} failed.`);
};
