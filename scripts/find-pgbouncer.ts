import { join } from "node:path";
import { unpackDebian } from "./debian-packages.ts";

const LIBRARIES = "usr/lib/x86_64-linux-gnu:usr/lib/aarch64-linux-gnu";

/**
 * PgBouncer: the system's, else unpacked from Debian's package, with the libraries that it may miss.
 * @returns how to start it, or null where it is not to be had.
 */
export const findPgBouncer = async (): Promise<{
  program: string;
  environment: Readonly<Record<string, string>>;
} | null> => {
  const installed = Bun.which("pgbouncer") ?? Bun.which("/usr/sbin/pgbouncer");
  if (installed !== null) return { program: installed, environment: {} };
  const folder = await unpackDebian("pgbouncer", "libc-ares2", "libevent-2.1-7");
  if (folder === null) return null;
  const program = join(folder, "usr/sbin/pgbouncer");
  const places = LIBRARIES.split(":").map((place) => join(folder, place));
  const environment = { LD_LIBRARY_PATH: places.join(":") };
  const child = Bun.spawn([program, "--version"], {
    env: environment,
    stdio: ["ignore", "ignore", "ignore"],
  });
  return (await child.exited) === 0 ? { program, environment } : null;
};
