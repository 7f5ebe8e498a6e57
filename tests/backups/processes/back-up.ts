// Makes a backup as the site's own process does, and ends at once when it is told to.

import { answerBackupWork } from "#server/commands/backup-process.ts";

await Bun.write(Bun.stdout, await answerBackupWork(await Bun.stdin.text(), 1));
