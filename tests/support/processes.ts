import { afterThisTest } from "./cleanup.ts";

/** Starts a TypeScript program beside the test; it ends with the test at the latest. */
export const startProgram = (
  file: string,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
) => {
  const child = Bun.spawn([process.execPath, file, ...args], {
    stdin: "pipe",
    stdout: "pipe",
    stderr: "pipe",
    env: { ...process.env, ...env },
  });
  afterThisTest(async () => {
    child.kill("SIGKILL");
    await child.exited;
  });
  return child;
};

/** Runs a TypeScript program to its end. */
export const runProgram = async (...program: Parameters<typeof startProgram>) => {
  const child = startProgram(...program);
  const [output, errors, exitCode] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { output, errors, exitCode };
};
