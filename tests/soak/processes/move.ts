// Moves a SQLite database with so many messages to the PostgreSQL of TEST_DATABASE_URL and back:
// bun scripts/with-postgres.ts bun tests/soak/processes/move.ts 1000000. Prints how long both took.
import { Database } from "bun:sqlite";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "#server/core/clock.ts";
import { databaseFile } from "#server/store/data-folder.ts";
import { migrate } from "#server/store/migrate.ts";
import { moveDatabase } from "#server/store/move-database.ts";
import type { StoreOptions } from "#server/store/open.ts";
import { ticketStatements } from "#tests/bench/fill/tickets.ts";
import { connectAsAdmin, removeDatabase, urlOf } from "#tests/support/test-databases.ts";

const messages = Number(process.argv[2] ?? 1_000_000);
const folder = await mkdtemp(join(tmpdir(), "lynxden-move-"));
const name = `lynxden_move_${crypto.randomUUID().replaceAll("-", "")}`;
const nothing = () => {};
const at = (databaseUrl: string | null, dataDir: string): StoreOptions => ({
  databaseUrl,
  dataDir,
  log: { debug: nothing, info: nothing, warn: nothing, error: nothing },
  clock: systemClock,
});

const fill = (dataDir: string) => {
  const connection = new Database(databaseFile(dataDir));
  try {
    connection.run("PRAGMA synchronous = OFF");
    const tickets = Math.ceil(messages / 200) * 20;
    const size = { tickets, members: 500, manyOnEvery: 10 };
    for (const statement of ticketStatements("sqlite", size)) connection.run(statement);
  } finally {
    connection.close();
  }
};

const timed = async <T>(work: () => Promise<T>) => {
  const startedMs = performance.now();
  const result = await work();
  return { result, seconds: Math.round((performance.now() - startedMs) / 100) / 10 };
};

const prove = async () => null;
const admin = connectAsAdmin();
try {
  const from = at(null, join(folder, "from"));
  await migrate(from);
  fill(from.dataDir);
  await admin.unsafe(`CREATE DATABASE "${name}" TEMPLATE "template0"`);
  const between = at(urlOf(name), folder);
  const there = await timed(() => moveDatabase({ from, to: between, prove }));
  const back = await timed(() =>
    moveDatabase({ from: between, to: at(null, join(folder, "back")), prove }),
  );
  const moved = there.result.tables.find((table) => table.name === "messages");
  console.log(
    JSON.stringify({
      messages: moved?.rows ?? 0,
      rows: there.result.rows,
      toPostgresSeconds: there.seconds,
      toSqliteSeconds: back.seconds,
      isSame: JSON.stringify(there.result.tables) === JSON.stringify(back.result.tables),
    }),
  );
} finally {
  await removeDatabase(name);
  await admin.close();
  await rm(folder, { recursive: true, force: true });
}
// Other connections of the tests' own would keep the process.
process.exit(0);
