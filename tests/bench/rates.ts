import { join } from "node:path";

const CONNECTIONS = 32;

const program = (name: string) => join(import.meta.dir, name);

/**
 * Starts a program of this folder that prints its port.
 * @param name such as `status/bare.ts`.
 * @param env beside our own environment.
 */
export const startProgram = async (
  name: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
) => {
  const server = Bun.spawn([process.execPath, program(name), ...args], {
    stdout: "pipe",
    stderr: "inherit",
    env: { ...process.env, NODE_ENV: "production", ...env },
  });
  for await (const line of server.stdout.pipeThrough(new TextDecoderStream()))
    return { port: line.trim(), server };
  throw new Error(`${name} did not start.`);
};

export type Asked = { port: string; path: string; token?: string };

/** Answers per second, asked for by a process of its own. */
export const answersPerSecond = async ({ port, path, token = "" }: Asked, ms: number) => {
  const args = [port, path, String(CONNECTIONS), String(ms), token];
  const load = Bun.spawn([process.execPath, program("load.ts"), ...args], {
    stdout: "pipe",
    stderr: "inherit",
  });
  return Number(await new Response(load.stdout).text());
};
