// Backs the data folder up into a file, as the command does: in a process of its own.

import { backup } from "#server/store/backup.ts";

const [dataDir = ".", file = "backup.sqlite"] = process.argv.slice(2);
await backup({ databaseUrl: null, dataDir }, file);
