import { readdirSync, readFileSync } from "node:fs";

/** What a thread has used of the processor, in nanoseconds; 0 where it has ended since it was listed. */
const nanosecondsOf = (thread: string): number => {
  try {
    return Number(readFileSync(`${thread}/schedstat`, "utf8").split(" ")[0]);
  } catch {
    return 0;
  }
};

/**
 * What a process has used of the processor with all its threads, in microseconds; on Linux alone.
 * @throws where there is no such process.
 */
export const cpuMicrosecondsOf = (pid: number): number =>
  readdirSync(`/proc/${pid}/task`)
    .map((thread) => nanosecondsOf(`/proc/${pid}/task/${thread}`))
    .reduce((sum, nanoseconds) => sum + nanoseconds / 1000, 0);

/** The same of this process. */
export const ownCpuMicroseconds = (): number => {
  const { user, system } = process.cpuUsage();
  return user + system;
};

/**
 * What a process has in memory, in thousands of Linux' kB; on Linux alone.
 * @param line of its status: what it has now, or the most that it has had.
 */
export const memoryMegabytes = (pid: number, line: "VmRSS" | "VmHWM" = "VmRSS"): number => {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(new RegExp(String.raw`^${line}:\s+(\d+) kB$`, "m").exec(status)?.[1]) / 1000;
};

/** A site that has rendered its pages waits for ten seconds before it draws what links to them show. */
const QUIET_SECONDS = 15;
/** More than the jobs of an idle site take in that time, and less than a page that is rendered. */
const QUIET_MICROSECONDS = 300_000;
const GIVE_UP_SECONDS = 300;

/** The processes that this one has started and that have not ended. */
const childrenOf = (pid: number): readonly string[] =>
  readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8").split(" ").filter(Boolean),
  );

/**
 * Waits until a site has done what it does after its start: for a quarter of a minute it has hardly worked, and no
 * process has worked for it.
 * @throws when it goes on working for five minutes.
 */
export const untilIdle = async (pid: number): Promise<void> => {
  const used: number[] = [];
  for (let second = 0; second < GIVE_UP_SECONDS; second += 1) {
    if (childrenOf(pid).length > 0) used.length = 0;
    used.push(cpuMicrosecondsOf(pid));
    const before = used.at(-1 - QUIET_SECONDS);
    if (before !== undefined && (used.at(-1) ?? 0) - before < QUIET_MICROSECONDS) return;
    await Bun.sleep(1000);
  }
  throw new Error(`Process ${pid} is still at work after ${GIVE_UP_SECONDS} s.`);
};
