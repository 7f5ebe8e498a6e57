import { chmod, mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { ROOT } from "#scripts/client/places.ts";
import { RUNTIME_VERSION, type Target } from "./targets.ts";

/** Runtimes that were downloaded, each in a file that is named by its digest. */
export const RUNTIMES_DIR = join(ROOT, ".tmp/runtimes");
const INSTALL_LIMIT_MS = 10 * 60_000;

/** Digest of a file, in hexadecimal. */
export const sha256Of = async (path: string): Promise<string> => {
  const hasher = new Bun.CryptoHasher("sha256");
  for await (const chunk of Bun.file(path).stream()) hasher.update(chunk);
  return hasher.digest("hex");
};

/** A runtime that is not the one that is expected. */
export class RuntimeError extends Error {
  override readonly name: string = "RuntimeError";
}

/** A runtime that the registry does not give, or that cannot be reached. */
export class RuntimeMissingError extends RuntimeError {
  override readonly name = "RuntimeMissingError";
}

/** Installs a package, whatever machine it is for, as the sole one of an empty folder. */
const install = async (folder: string, runtime: Target["runtime"]) => {
  const wanted = { private: true, dependencies: { [runtime]: RUNTIME_VERSION } };
  await Bun.write(join(folder, "package.json"), JSON.stringify(wanted));
  const installing = Bun.spawn(
    [process.execPath, "install", "--ignore-scripts", "--no-save", "--cpu=*", "--os=*"],
    { cwd: folder, stdio: ["ignore", "pipe", "pipe"], timeout: INSTALL_LIMIT_MS },
  );
  const said = await Promise.all(
    [installing.stdout, installing.stderr].map((one) => new Response(one).text()),
  );
  if ((await installing.exited) !== 0)
    throw new RuntimeMissingError(
      `${runtime} ${RUNTIME_VERSION} could not be installed:\n${said.join("")}`,
    );
};

/**
 * The path of Bun for a target: from the last build, else from the registry that this machine is set
 * up for.
 * @throws {RuntimeMissingError} when it is not to be had.
 * @throws {RuntimeError} when its digest is not the target's.
 */
export const runtimeFor = async ({
  runtime,
  program,
  sha256,
}: Pick<Target, "runtime" | "program" | "sha256">): Promise<string> => {
  const path = join(RUNTIMES_DIR, sha256);
  if ((await Bun.file(path).exists()) && (await sha256Of(path)) === sha256) return path;
  await mkdir(RUNTIMES_DIR, { recursive: true });
  const folder = await mkdtemp(join(RUNTIMES_DIR, "install-"));
  try {
    await install(folder, runtime);
    const installed = join(folder, "node_modules", runtime, program);
    const found = await sha256Of(installed);
    if (found !== sha256)
      throw new RuntimeError(
        `${runtime} ${RUNTIME_VERSION} has the digest ${found}, and not ${sha256}: it is not what scripts/build/targets.ts names.`,
      );
    await chmod(installed, 0o755);
    await rename(installed, path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return path;
};
