// Migrates like an instance that starts: DATA_DIR, DATABASE_URL. Prints what it applied as JSON.

import { migrate } from "#server/store/migrate.ts";
import { movableClock } from "#tests/support/clock.ts";

const nothing = () => {};
const { applied } = await migrate({
  databaseUrl: process.env["DATABASE_URL"] ?? null,
  dataDir: process.env["DATA_DIR"] ?? ".",
  clock: movableClock(),
  log: { debug: nothing, info: nothing, warn: nothing, error: nothing },
});
process.stdout.write(JSON.stringify(applied));
