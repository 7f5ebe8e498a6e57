export { type BackUp, type BackupWork, makeBackup, newestIn } from "./make.ts";
export { lastBackup, type LastBackup } from "./record.ts";
export { backUpNow, backUpWhenDue } from "./run.ts";
export { intervalMs } from "./schedule.ts";
