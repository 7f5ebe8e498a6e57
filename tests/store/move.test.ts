import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { SQL } from "bun";
import { startWorld } from "#scripts/demo/world.ts";
import { databaseFile, SIDECARS } from "#server/store/data-folder.ts";
import { EMBEDDED_MIGRATIONS, migrate } from "#server/store/migrate.ts";
import { moveDatabase, withTarget } from "#server/store/move-database.ts";
import { movedTables } from "#server/store/move-sides.ts";
import type { StoreOptions } from "#server/store/open.ts";
import { MOVE } from "#shared/data-messages.ts";
import { afterThisTest } from "#tests/support/cleanup.ts";
import { movableClock } from "#tests/support/clock.ts";
import { long } from "#tests/support/long.ts";
import { runProgram } from "#tests/support/processes.ts";
import { rawSql } from "#tests/support/raw.ts";
import { rejectionOf } from "#tests/support/rejection.ts";
import { environment, PROGRAM, servingProgram } from "#tests/support/serving.ts";
import { silentLog, TEST_ENGINE, testFolder } from "#tests/support/store.ts";
import { createDatabase } from "#tests/support/test-databases.ts";
import { until } from "#tests/support/until.ts";
import { fillAfter } from "./fill.ts";

const at = (databaseUrl: string | null, dataDir: string): StoreOptions => ({
  databaseUrl,
  dataDir,
  log: silentLog,
  clock: movableClock(),
});
const inFolder = (dataDir: string) => at(null, dataDir);
const nothingElse = async () => null;

test("[MOVE-01] each table is moved after those to which its rows refer, and each of them once", () => {
  const names = movedTables().map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const [first, second] of [
    ["users", "links"],
    ["users", "point_entries"],
    ["tickets", "messages"],
    ["orders", "payments"],
    ["payments", "payment_lines"],
    ["notifications", "notification_reads"],
  ] as const)
    expect(names.indexOf(first)).toBeLessThan(names.indexOf(second));
  for (const { key } of movedTables()) expect(key.length).toBeGreaterThan(0);
});

/** A SQLite database with rows in every table, on which numbers have been given out that are gone. */
const filledFolder = async () => {
  const database = inFolder(await testFolder());
  for (const [index, { name }] of EMBEDDED_MIGRATIONS.sqlite.entries()) {
    const sqlite = EMBEDDED_MIGRATIONS.sqlite.slice(0, index + 1);
    await migrate({ ...database, migrations: { sqlite, postgres: [] } });
    for (const statement of fillAfter("sqlite", name)) await rawSql(database, statement);
  }
  await rawSql(database, "UPDATE sqlite_sequence SET seq = 4711 WHERE name = 'tickets'");
  return database;
};

/** Everything that a SQLite database holds, row by row, with the numbers that were given out last. */
const contentOf = ({ dataDir }: StoreOptions) => {
  const connection = new Database(databaseFile(dataDir), { readonly: true });
  try {
    const names = connection
      .query("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
      .values()
      .map(([name]) => String(name))
      .filter((name) => name !== "migrations" && !name.startsWith("sqlite_stat"));
    return names.map((name) => {
      // A statement that could have written a row but did not leaves 0: the same as no row.
      const used = name === "sqlite_sequence" ? "WHERE seq > 0" : "";
      const rows = connection.query(`SELECT * FROM "${name}" ${used}`).values();
      return [name, rows.map((row) => Bun.inspect(row)).toSorted()] as const;
    });
  } finally {
    connection.close();
  }
};

describe.if(TEST_ENGINE === "sqlite")("on SQLite alone", () => {
  test("[MOVE-01] a database is not moved to its own engine, nor to what is no address", async () => {
    const from = inFolder(await testFolder());
    await migrate(from);
    const moving = moveDatabase({
      from,
      to: inFolder(await testFolder()),
      prove: nothingElse,
    });
    expect((await rejectionOf(moving)).message).toContain("lynxden backup");
    const env = { ...(await environment()), DATA_DIR: from.dataDir };
    const { errors, exitCode } = await runProgram(PROGRAM, ["/nowhere", "move", "mysql://a"], env);
    expect({ errors: errors.trim(), exitCode }).toEqual({ errors: MOVE.badTarget, exitCode: 1 });
  });

  test("[MOVE-02] a database that a site serves is not moved", async () => {
    const env = await environment();
    await servingProgram(env);
    const words = ["/nowhere", "move", "postgres://nobody@127.0.0.1:1/x"];
    const { errors, exitCode } = await runProgram(PROGRAM, words, env);
    expect(errors).toContain("such as the site. Stop it first.");
    expect(exitCode).toBe(1);
  });

  test("[MOVE-02] nothing is moved to where the log of a lost database would become a part of it", async () => {
    const to = inFolder(await testFolder());
    for (const sidecar of SIDECARS) {
      const left = `${databaseFile(to.dataDir)}${sidecar}`;
      await Bun.write(left, "left");
      const filling = withTarget(to, nothingElse);
      expect((await rejectionOf(filling)).message).toContain(`${left} is left of a database`);
      await rm(left);
    }
    await withTarget(to, nothingElse);
    expect(readdirSync(to.dataDir)).toContain("lynxden.sqlite");
  });

  test("one that lacks a migration is not moved", async () => {
    const from = inFolder(await testFolder());
    const sqlite = EMBEDDED_MIGRATIONS.sqlite.slice(0, -1);
    await migrate({ ...from, migrations: { sqlite, postgres: [] } });
    const moving = moveDatabase({
      from,
      to: at("postgres://nobody@127.0.0.1:1/x", from.dataDir),
      prove: nothingElse,
    });
    expect((await rejectionOf(moving)).message).toContain("lynxden migrate");
  });
});

const emptyPostgres = async () => at(await createDatabase("template0"), await testFolder());
const rowsIn = async (database: StoreOptions, table: string) =>
  Number((await rawSql(database, `SELECT count(*) AS n FROM "${table}"`))[0]?.["n"]);

const isNoNumber = ([name]: readonly [string, unknown]) => name !== "sqlite_sequence";

describe.if(TEST_ENGINE === "postgres")("to PostgreSQL and back", () => {
  test("[MOVE-03] rows of every table come back as they were, and numbers go on where they were", async () => {
    const from = await filledFolder();
    const before = contentOf(from);
    expect(before.filter(([, rows]) => rows.length === 0).map(([name]) => name)).toEqual([]);
    const between = await emptyPostgres();
    const there = await moveDatabase({ from, to: between, prove: nothingElse });
    expect(contentOf(from)).toEqual(before);
    const [next] = await rawSql(
      between,
      "INSERT INTO maintenance (reason, begun_at, begun_by) VALUES ('x', now(), 'a') RETURNING id",
    );
    await rawSql(between, `DELETE FROM maintenance WHERE id = ${Number(next?.["id"])}`);
    expect(Number(next?.["id"])).toBe(3);
    const back = inFolder(await testFolder());
    const returned = await moveDatabase({ from: between, to: back, prove: nothingElse });
    expect(returned.tables).toEqual(there.tables);
    expect(contentOf(back).filter(isNoNumber)).toEqual(before.filter(isNoNumber));
    const numbers = Object.fromEntries(contentOf(back))["sqlite_sequence"] ?? [];
    expect(numbers.find((row) => row.includes('"tickets"'))).toContain("4711");
    // One number was given out in between.
    expect(numbers.find((row) => row.includes('"maintenance"'))).toContain("3");
  });

  long(
    "[MOVE-03] the demo's sample data come back equal, row by row, with proofs of ledger and audit, by the commands",
    async () => {
      const demo = inFolder(await testFolder());
      const { sandbox } = await startWorld({
        dataDir: demo.dataDir,
        databaseUrl: null,
        seededFor: "http://localhost:3000",
      });
      await sandbox.stop();
      const before = contentOf(demo);
      const between = await emptyPostgres();
      const back = inFolder(await testFolder());
      const env = { ...(await environment()), DATA_DIR: demo.dataDir };
      const run = (target: string, databaseUrl: string) =>
        runProgram(PROGRAM, ["/nowhere", "move", target], { ...env, DATABASE_URL: databaseUrl });
      const files = join(demo.dataDir, "attachments");
      await Bun.write(join(files, "a.webp"), "");
      const there = await run(between.databaseUrl ?? "", "");
      expect(there.exitCode).toBe(0);
      expect(there.output).toContain(MOVE.filesStay(files));
      expect(there.output).toMatch(/The ledger adds up on both sides: \d/);
      expect(there.output).toMatch(/The audit's chain holds on both sides: \d/);
      const returned = await run(`sqlite:${back.dataDir}`, between.databaseUrl ?? "");
      expect(returned.exitCode).toBe(0);
      const left = MOVE.copyFiles(files, join(back.dataDir, "attachments"));
      expect(returned.output).toContain(left);
      expect(contentOf(back)).toEqual(before);
      expect(contentOf(demo)).toEqual(before);
      expect(Object.fromEntries(before)["messages"]?.length).toBeGreaterThan(10);
    },
    600_000,
  );

  long(
    "[MOVE-02] nothing is moved into a database that has rows or tables of another program",
    async () => {
      const from = await filledFolder();
      const to = await emptyPostgres();
      await moveDatabase({ from, to, prove: nothingElse });
      const again = await rejectionOf(moveDatabase({ from, to, prove: nothingElse }));
      expect(again.message).toContain("The target is not empty: it has");
      const foreign = await emptyPostgres();
      await rawSql(foreign, "CREATE TABLE wiki (page text)");
      const refused = await rejectionOf(moveDatabase({ from, to: foreign, prove: nothingElse }));
      expect(refused.message).toContain("wiki");
      const filled = await rejectionOf(moveDatabase({ from: to, to: from, prove: nothingElse }));
      expect(filled.message).toContain("Name an empty folder.");
    },
  );

  test("[MOVE-03] whatever goes wrong leaves nothing in the target, so that nobody serves half of it", async () => {
    const from = await filledFolder();
    const before = contentOf(from);
    const to = await emptyPostgres();
    let asked = 0;
    const differs = async () => (asked += 1);
    const failure = await rejectionOf(moveDatabase({ from, to, prove: differs }));
    expect(failure.message).toContain("do not come to the same");
    expect(await rowsIn(to, "users")).toBe(0);
    expect(contentOf(from)).toEqual(before);
    await moveDatabase({ from, to, prove: nothingElse });
    expect(await rowsIn(to, "users")).toBe(Object.fromEntries(before)["users"]?.length ?? 0);
    const back = inFolder(await testFolder());
    await rejectionOf(moveDatabase({ from: to, to: back, prove: differs }));
    expect(readdirSync(back.dataDir).filter((name) => !name.endsWith(".lock"))).toEqual([]);
  });

  test("[MOVE-01] what is written until the tables are locked is moved as well", async () => {
    const from = await emptyPostgres();
    await migrate(from);
    const to = inFolder(await testFolder());
    const writer = new SQL({ url: from.databaseUrl ?? "", max: 1 });
    afterThisTest(() => writer.close());
    const waiting = async () =>
      (await rawSql(from, "SELECT FROM pg_locks WHERE NOT granted")).length > 0;
    let moving: Promise<unknown> = Promise.resolve();
    await writer.begin(async (tx) => {
      await tx.unsafe("LOCK TABLE migrations IN ACCESS EXCLUSIVE MODE");
      moving = moveDatabase({ from, to, prove: nothingElse });
      await until(waiting);
      await tx.unsafe(
        "INSERT INTO maintenance (reason, begun_at, begun_by) VALUES ('x', now(), 'a')",
      );
    });
    await moving;
    expect(await rowsIn(to, "maintenance")).toBe(1);
  });

  test("[MOVE-02] a PostgreSQL database that a site uses is not moved", async () => {
    const from = await emptyPostgres();
    await migrate(from);
    const until = new Date(from.clock.now().getTime() + 45_000).toISOString();
    await rawSql(from, `INSERT INTO leases VALUES ('poller', 'x', '${until}')`);
    const to = inFolder(await testFolder());
    const failure = await rejectionOf(moveDatabase({ from, to, prove: nothingElse }));
    expect(failure.message).toContain("Stop all of its instances");
  });
});
