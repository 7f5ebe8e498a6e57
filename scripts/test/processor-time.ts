import { readFileSync, readdirSync } from "node:fs";

/** In these Linux counts processor time, on every machine. */
const TICKS_PER_SECOND = 100;
const MICROSECONDS = 1_000_000;
const LOOK_MS = 1000;

type Times = { pid: number; parent: number; ticks: number };

/** A process, and what it has taken with those of its children that have ended. */
const timesOf = (pid: number): Times | null => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name before that may hold spaces and brackets.
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    const [parent = 0, ...ticks] = [1, 11, 12, 13, 14].map((at) => Number(fields[at]));
    return { pid, parent, ticks: ticks.reduce((sum, one) => sum + one, 0) };
  } catch {
    // It has ended meanwhile, or this is no Linux.
    return null;
  }
};

const runningProcesses = (): Times[] => {
  try {
    return readdirSync("/proc").flatMap((name) =>
      /^\d+$/.test(name) ? (timesOf(Number(name)) ?? []) : [],
    );
  } catch {
    return [];
  }
};

/**
 * Seconds of a core that went to what still runs beneath a process, with what ended there while somebody
 * waited for it; 0 where nobody counts them.
 */
export const secondsBeneath = (pid: number): number => {
  const running = runningProcesses();
  const beneath = new Set([pid]);
  let ticks = 0;
  // What is added while going through a set is visited, too.
  for (const above of beneath)
    for (const one of running) {
      if (one.parent !== above || beneath.has(one.pid)) continue;
      beneath.add(one.pid);
      ticks += one.ticks;
    }
  return ticks / TICKS_PER_SECOND;
};

/**
 * Watches what a process takes. In the end the system tells of what ended while somebody waited for it. A
 * browser that ends with its test is none of that, so we look now and then at what runs.
 * @returns a function that says how many seconds of a core went to all of it, once it has ended.
 */
export const watchProcessorTime = (child: Bun.Subprocess): (() => number) => {
  let seen = 0;
  const timer = setInterval(() => {
    const own = timesOf(child.pid)?.ticks ?? 0;
    seen = Math.max(seen, own / TICKS_PER_SECOND + secondsBeneath(child.pid));
  }, LOOK_MS);
  void child.exited.then(() => clearInterval(timer));
  return () => Math.max(seen, Number(child.resourceUsage()?.cpuTime.total ?? 0) / MICROSECONDS);
};
