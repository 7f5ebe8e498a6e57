import { join } from "node:path";
import { ROOT } from "./client/places.ts";

/** A migration of a big database may take this long; a fresh one takes well under a second. */
const READY_LIMIT_MS = 60_000;
const READY_LOOK_MS = 20;

export type SiteProcess = {
  pid: number;
  /** Exit code, or 128 + the signal's number. */
  exited: Promise<number>;
  /** Asks it to end; it finishes what is under way first. */
  stop(): Promise<number>;
  /** Ends it on the spot, as a power cut would. */
  kill(): Promise<number>;
};

/** The production server from source; `--no-orphans`: it ends when its parent does, however that ends. */
const FROM_SOURCE = [
  process.execPath,
  "--no-orphans",
  join(ROOT, "src/server/main.ts"),
  "serve",
] as const;

type SiteOptions = {
  /** Environment of the site, over our own; needs PORT. */
  env: Readonly<Record<string, string>> & { PORT: string };
  command?: readonly string[];
  cwd?: string;
  /** Where its log lines and complaints go. */
  output?: "inherit" | "ignore";
};

const isReady = async (port: string) => {
  try {
    return (await fetch(`http://127.0.0.1:${port}/readyz`)).ok;
  } catch {
    return false;
  }
};

/**
 * Starts a site in a process of its own, and waits until it can serve.
 * @throws when it ends before that, or takes too long.
 */
export const startSite = async ({
  env,
  command = FROM_SOURCE,
  cwd = ROOT,
  output = "inherit",
}: SiteOptions): Promise<SiteProcess> => {
  const child = Bun.spawn([...command], {
    cwd,
    env: { ...process.env, NODE_ENV: "production", DRAIN_SECONDS: "0", ...env },
    stdio: ["ignore", output, output],
    // A process group of its own: Ctrl-C reaches us, and we end it.
    detached: true,
  });
  const deadlineMs = performance.now() + READY_LIMIT_MS;
  while (!(await isReady(env.PORT))) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`The site ended while it was starting (exit code ${child.exitCode}).`);
    if (performance.now() > deadlineMs) {
      child.kill("SIGKILL");
      throw new Error("The site did not become ready.");
    }
    await Bun.sleep(READY_LOOK_MS);
  }
  const end = (signal: "SIGTERM" | "SIGKILL") => {
    child.kill(signal);
    return child.exited;
  };
  return {
    pid: child.pid,
    exited: child.exited,
    stop: () => end("SIGTERM"),
    kill: () => end("SIGKILL"),
  };
};
