// Restores a backup as a user without rights, with the most open umask there is.
import { systemClock } from "#server/core/clock.ts";
import { createLog } from "#server/core/log.ts";
import { restore } from "#server/store/backup.ts";

const NOBODY = 65_534;

const [dataDir = "", file = ""] = process.argv.slice(2);
process.umask(0);
if (process.geteuid?.() === 0) {
  process.setgid?.(NOBODY);
  process.setuid?.(NOBODY);
}
const log = createLog(() => {}, "error");
await restore({ databaseUrl: null, dataDir, log, clock: systemClock }, file);
await Bun.write(Bun.stdout, `restored as ${process.geteuid?.()}\n`);
