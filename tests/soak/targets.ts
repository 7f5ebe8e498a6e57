import { cp, link, mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { buildClient } from "#scripts/build-client.ts";
import { GUIDE_SOURCES, makeRelease, SUMS_FILE } from "#scripts/build/release.ts";
import { RUNTIMES_DIR } from "#scripts/build/runtimes.ts";
import { DIST_DIR, fileNameOf, TARGET_NAMES, type TargetName } from "#scripts/build/targets.ts";
import { ROOT } from "#scripts/client/places.ts";
import { unpackDebian } from "#scripts/debian-packages.ts";
import { freePort } from "#scripts/free-port.ts";
import { startSite } from "#scripts/site-process.ts";
import { VERSION } from "#server/core/version.ts";
import { serverStatus } from "#shared/schemas/servers.ts";

export type TargetsOutcome = {
  executables: number;
  /** How many of them another folder has made byte by byte. */
  reproduced: number;
  started: readonly string[];
  /** What this machine cannot start, and why. */
  notStarted: readonly string[];
  wrong: readonly string[];
};

const output = async (cwd: string, ...command: string[]): Promise<string> => {
  const child = Bun.spawn(command, { cwd, stdio: ["ignore", "pipe", "inherit"] });
  const text = await new Response(child.stdout).text();
  if ((await child.exited) !== 0) throw new Error(`${command.join(" ")} failed.`);
  return text;
};

/** What a build of an image sees: the names that `.dockerignore` leaves. */
const imageSources = async () => {
  const lines = (await Bun.file(join(ROOT, ".dockerignore")).text()).split("\n");
  return lines.flatMap((line) => (line.startsWith("!") ? [line.slice(1)] : []));
};

/** Everything that a release is made from, in an empty folder. */
const copySources = async (folder: string) => {
  const guide = GUIDE_SOURCES.map((pattern) => pattern.replace(/\/\*$/, ""));
  for (const name of [...(await imageSources()), ...guide])
    await cp(join(ROOT, name), join(folder, name), { recursive: true });
  await output(ROOT, "cp", "--archive", "node_modules", join(folder, "node_modules"));
  const runtimes = RUNTIMES_DIR.replace(ROOT, folder);
  await mkdir(runtimes, { recursive: true });
  for (const file of await readdir(RUNTIMES_DIR)) {
    const [from, to] = [join(RUNTIMES_DIR, file), join(runtimes, file)];
    await link(from, to).catch(() => cp(from, to));
  }
};

const sumsIn = async (folder: string) =>
  (await Bun.file(join(folder, SUMS_FILE)).text()).trimEnd().split("\n");

/** The lines of `SHA256SUMS` that a copy of this working copy makes likewise, and those that it does not. */
const reproduce = async (): Promise<{ same: string[]; different: string[] }> => {
  const folder = await mkdtemp(join(tmpdir(), "lynxden-elsewhere-"));
  try {
    await copySources(folder);
    // Whatever the shell there has set.
    const environment = ["env", "NODE_ENV=test", "TZ=Asia/Tokyo", "LANG=C"];
    await output(folder, ...environment, process.execPath, "scripts/build.ts", "--target=all");
    const elsewhere = new Set(await sumsIn(join(folder, "dist")));
    const here = await sumsIn(DIST_DIR);
    return {
      same: here.filter((line) => elsewhere.has(line)),
      different: here.filter((line) => !elsewhere.has(line)),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** An emulator's path: the system's, or unpacked from its package; null where there is none. */
const emulator = async (name: string) => {
  const unpacked = await unpackDebian("qemu-user-static");
  return Bun.which(name) ?? (unpacked === null ? null : join(unpacked, "usr/bin", name));
};

/** Debian has musl's loader, but no C++ library that was built for it, which the program needs. */
const needsAlpine = async () => "it needs the C++ library of a system with musl, such as Alpine";

/** The command by which this machine starts an executable, or why it cannot. */
const STARTS: Readonly<
  Partial<Record<TargetName, (file: string) => Promise<readonly string[] | string>>>
> = {
  "linux-x64": async (file) => (process.arch === "x64" ? [file] : "this processor is another one"),
  "linux-x64-baseline": async (file) => {
    const qemu = await emulator("qemu-x86_64-static");
    // A processor of 2008, with nothing of what came later.
    return qemu === null ? "qemu is not installed" : [qemu, "-cpu", "Nehalem", file];
  },
  "linux-x64-musl": needsAlpine,
  "linux-x64-musl-baseline": needsAlpine,
  "linux-arm64-musl": needsAlpine,
  "linux-arm64": async (file) => {
    const qemu = await emulator("qemu-aarch64-static");
    const libraries = await unpackDebian("libc6-arm64-cross");
    if (qemu === null || libraries === null) return "qemu or the C library for arm64 is missing";
    return [qemu, "-L", join(libraries, "usr/aarch64-linux-gnu"), file];
  },
};

/** Starts a site, asks it for its servers, and stops it. @returns what was wrong. */
const tryOut = async (name: TargetName, command: readonly string[]): Promise<string[]> => {
  const dataDir = await mkdtemp(join(tmpdir(), "lynxden-target-"));
  try {
    const port = String(await freePort());
    const site = await startSite({
      command: [...command, "serve"],
      cwd: dataDir,
      env: { PORT: port, DATA_DIR: dataDir, HOST: "127.0.0.1", LOG_LEVEL: "error" },
      output: "ignore",
    });
    const answer = await fetch(`http://127.0.0.1:${port}/api/server/minecraft`);
    const servers = z.array(serverStatus).safeParse(await answer.json());
    const exitCode = await site.stop();
    return [
      ...(servers.success && servers.data.length > 0 ? [] : [`${name} shows no servers.`]),
      ...(exitCode === 0 ? [] : [`${name} ended with ${exitCode}.`]),
    ];
  } catch (error) {
    return [`${name} did not start: ${String(error)}`];
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
};

/** Makes a release for every machine, makes it once more elsewhere, and starts what can be started. */
export const soakTargets = async (): Promise<TargetsOutcome> => {
  await buildClient();
  const executables = await makeRelease(TARGET_NAMES, DIST_DIR, (file) => console.log(file));
  const { same, different } = await reproduce();
  const wrong = different.map((line) => `Made elsewhere, it is another: ${line}`);
  const started: string[] = [];
  const notStarted: string[] = [];
  for (const name of TARGET_NAMES) {
    const command = await STARTS[name]?.(join(DIST_DIR, fileNameOf(name, VERSION)));
    if (command === undefined || typeof command === "string") {
      notStarted.push(`${name}: ${command ?? "there is no such machine here"}`);
      continue;
    }
    wrong.push(...(await tryOut(name, command)));
    started.push(name);
  }
  const reproduced = executables.filter((file) => same.some((line) => line.endsWith(`  ${file}`)));
  return {
    executables: executables.length,
    reproduced: reproduced.length,
    started,
    notStarted,
    wrong,
  };
};
