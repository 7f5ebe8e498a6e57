import { join } from "node:path";
import { unpackDebian } from "./debian-packages.ts";

/** Whether a program starts here: that of another Debian may miss a library. */
const starts = async (program: string, flag: string) => {
  const child = Bun.spawn([program, flag], { stdio: ["ignore", "ignore", "ignore"] });
  return (await child.exited) === 0;
};

const find = async (name: string, path: string, flag: string): Promise<string | null> => {
  const installed = Bun.which(name) ?? Bun.which(join("/", path));
  if (installed !== null) return installed;
  const unpacked = await unpackDebian(name);
  const program = unpacked === null ? null : join(unpacked, path);
  return program !== null && (await starts(program, flag)) ? program : null;
};

/** nginx for the tests: the system's, else unpacked from Debian's package. @returns its path, or null. */
export const findNginx = () => find("nginx", "usr/sbin/nginx", "-v");

/** Caddy, likewise. */
export const findCaddy = () => find("caddy", "usr/bin/caddy", "version");
