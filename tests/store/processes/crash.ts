// Writes to the database in the folder given and dies without closing it, as in a power cut.

import { openSqlite } from "#server/store/sqlite.ts";

const [dataDir = "."] = process.argv.slice(2);
const nothing = () => {};
const log = { debug: nothing, info: nothing, warn: nothing, error: nothing };
const store = await openSqlite({ dataDir, log });
await store.write(async (tx) => {
  await tx
    .insert(store.tables.limits)
    .values({ key: "before-the-crash", count: 1, windowEndsAt: new Date(0) });
});
process.kill(process.pid, "SIGKILL");
