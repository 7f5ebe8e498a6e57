import { expect, test } from "bun:test";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { EMBEDDED_MIGRATIONS, migrate } from "#server/store/migrate.ts";
import { HEALTH_CHECKS } from "#shared/constants/health.ts";
import { HEALTH } from "#shared/health-messages.ts";
import { HEALTH_WORK } from "#shared/health-work-messages.ts";
import { addUser } from "#tests/support/accounts.ts";
import { findIn } from "#tests/support/health.ts";
import { long } from "#tests/support/long.ts";
import { runProgram } from "#tests/support/processes.ts";
import { environment, PROGRAM, servingProgram } from "#tests/support/serving.ts";
import {
  emptyDatabase,
  openForTest,
  TEST_ENGINE,
  testDatabase,
  testFolder,
} from "#tests/support/store.ts";

type Report = { ok: boolean; checks: { name: string; state: string; message: string }[] };
type Place = { databaseUrl: string | null; dataDir: string };

const at = ({ databaseUrl, dataDir }: Place) => ({
  DATA_DIR: dataDir,
  DATABASE_URL: databaseUrl ?? "",
});

const doctor = (env: Readonly<Record<string, string>>, ...options: string[]) =>
  runProgram(PROGRAM, ["/nowhere", "doctor", ...options], env);

/** What it reports, where it reports as it should: every check once, and an exit code that fits. */
const reportFrom = async (env: Readonly<Record<string, string>>) => {
  const { output, errors, exitCode } = await doctor({ ...(await environment()), ...env }, "--json");
  expect(errors).toBe("");
  const report = JSON.parse(output) as Report;
  expect(Object.keys(report).toSorted()).toEqual(["checks", "ok"]);
  expect(report.checks.map(({ name }) => name)).toEqual([...HEALTH_CHECKS]);
  for (const check of report.checks) {
    expect(Object.keys(check).toSorted()).toEqual(["message", "name", "state"]);
    expect(["ok", "warn", "fail"]).toContain(check.state);
    expect(check.message).not.toBe("");
  }
  expect(report.ok).toBe(report.checks.every(({ state }) => state !== "fail"));
  expect(exitCode).toBe(report.ok ? 0 : 1);
  return report;
};

const failing = ({ checks }: Report) =>
  checks.filter(({ state }) => state === "fail").map(({ name }) => name);

test("beside a site that serves it finds its database well, and the site goes on", async () => {
  const env = await environment();
  const { url } = await servingProgram(env);
  const files = readdirSync(env.DATA_DIR).toSorted();
  const report = await reportFrom(env);
  expect(failing(report)).toEqual([]);
  for (const name of ["store", "migrations", "ledger", "audit chain", "disk"] as const)
    expect(findIn(report.checks, name).state).toBe("ok");
  expect(readdirSync(env.DATA_DIR).toSorted()).toEqual(files);
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
});

long("a site that was ended is not among those that run", async () => {
  const env = { ...(await environment()), DRAIN_SECONDS: "0" };
  const { child, url } = await servingProgram(env);
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  expect(findIn((await reportFrom(env)).checks, "instances").message).toStartWith(
    HEALTH_WORK.instances(1),
  );
  child.kill("SIGTERM");
  expect(await child.exited).toBe(0);
  expect(findIn((await reportFrom(env)).checks, "instances").message).toBe(HEALTH_WORK.noInstance);
});

test("for people it prints a line for each check and what needs them", async () => {
  const { output, errors, exitCode } = await doctor(await environment());
  expect({ errors, exitCode }).toEqual({ errors: "", exitCode: 0 });
  for (const name of HEALTH_CHECKS) expect(output).toMatch(new RegExp(`^[✓!] ${name} +\\S`, "m"));
  expect(output).toContain("SMTP_URL is not set");
  expect(output.trim().split("\n").at(-1)).toStartWith("Nothing needs the owner; worth a look: ");
});

test("a configuration that is refused is a report as well, which lists every problem", async () => {
  const report = await reportFrom({ HSTS_SUBDOMAINS: "yes", DISCORD_CLIENT_ID: "lynx" });
  expect(failing(report)).toEqual(["configuration"]);
  const [configuration, ...others] = report.checks;
  for (const name of ["HSTS_SUBDOMAINS", "DISCORD_CLIENT_ID"])
    expect(configuration?.message).toContain(name);
  for (const { name, message } of others)
    if (name === "version") expect(message).toStartWith("Version ");
    else expect(message).toBe(HEALTH.notLookedAt(HEALTH.configurationFirst));
});

long("where there is no database it makes none", async () => {
  const dataDir = join(await testFolder(), "data");
  const { databaseUrl } = await emptyDatabase();
  const report = await reportFrom(at({ databaseUrl, dataDir }));
  expect(failing(report)).toEqual(["store"]);
  expect(findIn(report.checks, "store").message).toContain(
    databaseUrl === null ? `There is no database in ${dataDir}.` : "holds no site",
  );
  expect(existsSync(dataDir)).toBe(false);
  expect(failing(await reportFrom(at({ databaseUrl, dataDir })))).toEqual(["store"]);
});

test("a PostgreSQL that is not there is told without its password", async () => {
  const report = await reportFrom({
    DATABASE_URL: "postgres://someone:hunter2@127.0.0.1:1/none",
  });
  expect(failing(report)).toEqual(["store"]);
  expect(findIn(report.checks, "store").message).toStartWith("PostgreSQL cannot be used");
  expect(JSON.stringify(report)).not.toContain("hunter2");
});

long("a database that is behind is not migrated", async () => {
  const database = await emptyDatabase();
  const migrations = {
    sqlite: EMBEDDED_MIGRATIONS.sqlite.slice(0, 1),
    postgres: EMBEDDED_MIGRATIONS.postgres.slice(0, 1),
  };
  await migrate({ ...database, migrations });
  for (const look of [1, 2]) {
    const report = await reportFrom(at(database));
    expect([look, failing(report)]).toEqual([look, ["migrations"]]);
    expect(findIn(report.checks, "migrations").message).toBe(HEALTH.unmigrated);
  }
});

test("a ledger that was tampered with ends it with exit code 1", async () => {
  const database = await testDatabase();
  const store = await openForTest(database);
  const userId = await addUser(store, database.clock);
  await store.write(async (tx) => {
    await tx.insert(store.tables.pointEntries).values({
      userId,
      kind: "vote",
      delta: 10,
      balance: 11,
      reason: "Vote",
      reference: "vote:1",
      actorId: null,
      at: database.clock.now(),
    });
  });
  const report = await reportFrom(at(database));
  expect(failing(report)).toEqual(["ledger"]);
  expect(findIn(report.checks, "ledger").message).toContain(userId);
});

test.skipIf(TEST_ENGINE === "postgres")(
  "a file that is no database is told in a sentence",
  async () => {
    const dataDir = await testFolder();
    await Bun.write(join(dataDir, "lynxden.sqlite"), "no database at all ".repeat(1000));
    const report = await reportFrom(at({ databaseUrl: null, dataDir }));
    expect(findIn(report.checks, "store").message).toContain("lynxden restore FILE");
  },
);
