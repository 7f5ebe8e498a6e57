import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { BINARY } from "#scripts/client/places.ts";
import { runScript } from "#scripts/run-script.ts";
import { afterThisTest } from "./cleanup.ts";

const LISTENING = '"event":"listening"';

let built: Promise<void> | null = null;
/** `dist/lynxden`, made from the source as it is; once per process. */
const ensureBuilt = () => (built ??= runScript("build.ts"));

type Env = Readonly<Record<string, string>>;

/** Only what is said here: no variable of the person who runs the tests reaches the binary. */
export const surroundings = (folder: string, env: Env) => ({
  PATH: "/usr/bin:/bin",
  HOME: folder,
  TMPDIR: folder,
  DRAIN_SECONDS: "0",
  ...env,
});

/** A folder that holds nothing but the program, removed after the test. */
export const folderWithBinary = async (): Promise<string> => {
  await ensureBuilt();
  const folder = await mkdtemp(join(tmpdir(), "lynxden-binary-"));
  afterThisTest(() => rm(folder, { recursive: true, force: true }));
  await copyFile(BINARY, join(folder, basename(BINARY)));
  return folder;
};

/** Runs the program in its folder to the end. */
export const runBinary = async (folder: string, args: readonly string[], env: Env = {}) => {
  const program = Bun.spawn(["./lynxden", ...args], {
    cwd: folder,
    env: surroundings(folder, env),
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [output, errors, exitCode] = await Promise.all([
    new Response(program.stdout).text(),
    new Response(program.stderr).text(),
    program.exited,
  ]);
  return { output, errors, exitCode };
};

/** Starts `serve` on a port of the system's choice, as another user if told so, and waits until it listens. */
export const serveBinary = async (
  folder: string,
  env: Env = {},
  user: { uid: number; gid: number } | null = null,
) => {
  const program = Bun.spawn(["./lynxden", "serve"], {
    cwd: folder,
    env: surroundings(folder, { PORT: "0", ...env }),
    ...user,
    stdio: ["ignore", "pipe", "inherit"],
  });
  afterThisTest(async () => {
    program.kill("SIGKILL");
    await program.exited;
  });
  let output = "";
  for await (const text of program.stdout.pipeThrough(new TextDecoderStream())) {
    output += text;
    const line = output.split("\n").find((candidate) => candidate.includes(LISTENING));
    if (line === undefined || !output.endsWith("\n")) continue;
    const { url } = JSON.parse(line) as { url: string };
    return { url, program };
  }
  throw new Error(`The program ended before it listened:\n${output}`);
};
