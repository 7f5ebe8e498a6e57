import { readdirSync, readFileSync } from "node:fs";

/** What a process has used of the processor with all its threads, in microseconds; on Linux alone. */
export const cpuMicrosecondsOf = (pid: number): number =>
  readdirSync(`/proc/${pid}/task`)
    .map((thread) =>
      Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ")[0]),
    )
    .reduce((sum, nanoseconds) => sum + nanoseconds / 1000, 0);

/** The same of this process. */
export const ownCpuMicroseconds = (): number => {
  const { user, system } = process.cpuUsage();
  return user + system;
};
