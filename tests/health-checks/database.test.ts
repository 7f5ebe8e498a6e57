import { describe, expect, test } from "bun:test";
import { chmodSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { sealAudit } from "#server/modules/audit/index.ts";
import { queueMail } from "#server/modules/mail/index.ts";
import { databaseFile } from "#server/store/data-folder.ts";
import { EMBEDDED_MIGRATIONS, migrate } from "#server/store/migrate.ts";
import { openToLook } from "#server/store/open.ts";
import { StoreError } from "#server/store/trouble.ts";
import { AUDIT_CHAIN, auditBreakText } from "#shared/admin-messages.ts";
import { HEALTH_CHECKS } from "#shared/constants/health.ts";
import { HEALTH } from "#shared/health-messages.ts";
import { addUser } from "#tests/support/accounts.ts";
import { movableClock } from "#tests/support/clock.ts";
import { asSite, systemIn } from "#tests/support/context.ts";
import { examined } from "#tests/support/health.ts";
import { outboxOf } from "#tests/support/mail.ts";
import { rawSql } from "#tests/support/raw.ts";
import { rejectionOf } from "#tests/support/rejection.ts";
import {
  emptyDatabase,
  openForTest,
  silentLog,
  TEST_ENGINE,
  testDatabase,
  testStore,
} from "#tests/support/store.ts";

const never = new AbortController().signal;

describe("a database that is well", () => {
  test("is told with its engine and size, and proven", async () => {
    const database = await testDatabase();
    const { report, of } = await examined({
      store: await openForTest(database),
      // As PostgreSQL's own.
      clock: movableClock(new Date()),
      config: { dataDir: database.dataDir },
    });
    const engine = TEST_ENGINE === "sqlite" ? "SQLite 3." : "PostgreSQL ";
    expect(of("store").state).toBe("ok");
    expect(of("store").message).toStartWith(engine);
    expect(of("store").message).toMatch(/takes [\d.,]+ [KM]iB\.$/);
    expect(of("migrations")).toMatchObject({ state: "ok", message: HEALTH.migrated });
    expect(of("ledger")).toMatchObject({ state: "ok", message: HEALTH.ledgerHolds(0) });
    expect(of("audit chain")).toMatchObject({ state: "ok", message: AUDIT_CHAIN.holds(0, "") });
    expect(of("mail")).toMatchObject({
      state: "ok",
      message: `${HEALTH.mailGreets}\n${HEALTH.noneWaits}`,
    });
    expect(report.ok).toBe(true);
  });

  test("is not changed by being looked at", async () => {
    const database = await testDatabase();
    const before = await openForTest(database);
    await before.close();
    if (TEST_ENGINE === "sqlite") chmodSync(databaseFile(database.dataDir), 0o644);
    const filesNow = () =>
      readdirSync(database.dataDir).map((name) => {
        const { mode, mtimeMs, size } = statSync(join(database.dataDir, name));
        return { name, mode, mtimeMs, size };
      });
    const files = filesNow();
    const store = await openToLook(database);
    const { of } = await examined({ store, config: { dataDir: database.dataDir } });
    if (TEST_ENGINE === "sqlite") {
      expect(of("store").state).toBe("warn");
      expect(of("store").message).toContain(`can read ${databaseFile(database.dataDir)}`);
      const writing = systemIn(store).write((tx) =>
        queueMail(tx, {
          to: { name: "Ada", address: "ada@example.test" },
          template: "password-changed",
          data: { firstName: "Ada", changedAt: "2026-03-01T12:00:00.000Z" },
        }),
      );
      expect(String(await rejectionOf(writing))).toContain("readonly");
    }
    await store.close();
    expect(filesNow()).toEqual(files);
  });

  test.skipIf(TEST_ENGINE === "postgres")("in a folder that others may look into", async () => {
    const database = await testDatabase();
    chmodSync(database.dataDir, 0o755);
    const store = await openForTest(database);
    const { of } = await examined({ store, config: { dataDir: database.dataDir } });
    expect(of("store")).toMatchObject({
      state: "warn",
      message: expect.stringContaining(HEALTH.openFolder(database.dataDir)),
    });
  });
});

describe("a database that is not", () => {
  test("is missing: what needs it says so, and the rest is looked at all the same", async () => {
    const missing = new StoreError("There is no database in /data.");
    const { report, of } = await examined({ store: missing });
    expect(report.ok).toBe(false);
    expect(of("store")).toMatchObject({
      state: "fail",
      message: "There is no database in /data.",
    });
    for (const name of ["migrations", "ledger", "audit chain"] as const)
      expect(of(name)).toMatchObject({
        state: "warn",
        message: HEALTH.notLookedAt(HEALTH.storeFirst),
      });
    expect(of("mail")).toMatchObject({
      state: "warn",
      message: `${HEALTH.mailGreets}\n${HEALTH.notLookedAt(HEALTH.storeFirst, HEALTH.outbox)}`,
    });
    expect(of("providers").state).toBe("ok");
  });

  test("is older than the program: it says how to bring it up to date", async () => {
    const database = await emptyDatabase();
    const [sqlite, postgres] = [EMBEDDED_MIGRATIONS.sqlite[0], EMBEDDED_MIGRATIONS.postgres[0]];
    if (sqlite === undefined || postgres === undefined) throw new Error("There is no migration.");
    await migrate({ ...database, migrations: { sqlite: [sqlite], postgres: [postgres] } });
    const { of } = await examined({ store: await openForTest(database) });
    expect(of("store").state).toBe("ok");
    expect(of("migrations")).toMatchObject({ state: "fail", message: HEALTH.unmigrated });
    for (const name of ["ledger", "audit chain"] as const)
      expect(of(name)).toMatchObject({
        state: "warn",
        message: HEALTH.notLookedAt(HEALTH.migrationsFirst),
      });
  });

  test("is newer than the program", async () => {
    const database = await testDatabase();
    await rawSql(database, "INSERT INTO migrations VALUES ('9999_future', 'x', '2026-03-01')");
    const { of } = await examined({ store: await openForTest(database) });
    expect(of("migrations")).toMatchObject({
      state: "fail",
      message: expect.stringContaining("newer than this program"),
    });
  });

  test("is lost while it is looked at: the checks that ask it say so", async () => {
    const store = await testStore();
    await store.close();
    const { report, of } = await examined({ store });
    expect(report.checks).toHaveLength(HEALTH_CHECKS.length);
    expect(of("store").message).toStartWith("The database could not be used: ");
    expect(of("store").state).toBe("fail");
    expect(of("disk").message).not.toContain("database could not");
  });
});

describe("ledger", () => {
  test("a line that was tampered with is named, with whose it is", async () => {
    const [store, clock] = [await testStore(), movableClock()];
    const userId = await addUser(store, clock);
    const { pointEntries: t } = store.tables;
    const given = { userId, kind: "vote" as const, reason: "Vote", actorId: null, at: clock.now() };
    await store.write(async (tx) => {
      await tx.insert(t).values([
        { ...given, delta: 10, balance: 10, reference: "vote:1" },
        { ...given, delta: 10, balance: 20, reference: "vote:2" },
      ]);
    });
    expect((await examined({ store })).of("ledger").message).toBe(HEALTH.ledgerHolds(2));
    await store.write(async (tx) => {
      await tx.update(t).set({ balance: 25 }).where(eq(t.id, 2));
    });
    const { report, of } = await examined({ store });
    expect(of("ledger")).toMatchObject({
      state: "fail",
      message: HEALTH.ledgerBroken({ broken: 1, entries: 2, firstId: 2, userIds: [userId] }),
    });
    expect(report.ok).toBe(false);
  });
});

/** Two entries of the audit, which nobody has sealed. */
const written = async () => {
  const [store, clock] = [await testStore(), movableClock()];
  await systemIn(store, clock).write(async (tx) => {
    for (const subject of ["a", "b"])
      await tx.audit({ actorId: null, action: "points.credited", subject });
  });
  return { store, clock, look: async () => (await examined({ store, clock })).of("audit chain") };
};

describe("audit chain", () => {
  test("entries that nobody seals are told after five minutes", async () => {
    const { clock, look } = await written();
    const at = clock.now().toISOString();
    clock.advance(300_000);
    expect((await look()).state).toBe("ok");
    clock.advance(1);
    expect(await look()).toMatchObject({
      state: "warn",
      message: expect.stringContaining(AUDIT_CHAIN.waiting(at)),
    });
  });

  test("a line that was changed is named", async () => {
    const { store, clock, look } = await written();
    await sealAudit(asSite({ store, clock, log: silentLog }), never);
    expect(await look()).toMatchObject({
      state: "ok",
      message: expect.stringContaining("The audit is whole: 2 lines"),
    });
    const { audit } = store.tables;
    await store.write(async (tx) => {
      await tx.update(audit).set({ subject: "c" }).where(eq(audit.position, 2));
    });
    expect(await look()).toMatchObject({
      state: "fail",
      message: `${auditBreakText("changed", 2)} ${AUDIT_CHAIN.brokenAdvice}`,
    });
  });
});

describe("outbox", () => {
  test("what waits and what was given up is counted, but not what was withdrawn or is older than a week", async () => {
    const outbox = await outboxOf(() => ({
      send: async () => ({ isSent: false, code: "EENVELOPE 550", isServerDown: false }),
    }));
    const { store, clock, queue } = outbox;
    const { outbox: t } = store.tables;
    for (let mail = 0; mail < 4; mail += 1) await queue();
    await store.write(async (tx) => {
      const [now, longAgo] = [clock.now(), new Date(clock.now().getTime() - 8 * 86_400_000)];
      await tx.update(t).set({ failedAt: now, lastError: "EENVELOPE 550" }).where(eq(t.id, 1));
      await tx.update(t).set({ failedAt: now, lastError: "withdrawn" }).where(eq(t.id, 2));
      await tx.update(t).set({ failedAt: longAgo, lastError: "ECONNREFUSED" }).where(eq(t.id, 3));
    });
    const since = clock.now().toISOString();
    clock.advance(3_600_000);
    expect((await examined({ store, clock })).of("mail")).toMatchObject({
      state: "warn",
      message: [
        HEALTH.mailGreets,
        HEALTH.stuck(1, since),
        HEALTH.givenUp([{ code: "EENVELOPE 550", mails: 1 }]),
      ].join("\n"),
    });
  });

  test("a mail server that does not let us in needs the owner", async () => {
    const { report, of } = await examined({
      store: await testStore(),
      outside: { greetMailServer: async () => "EAUTH 535" },
    });
    expect(of("mail").state).toBe("fail");
    expect(of("mail").message).toContain(HEALTH.mailDown("EAUTH 535"));
    expect(report.ok).toBe(false);
    const without = await examined({
      store: await testStore(),
      outside: { greetMailServer: null },
    });
    expect(without.of("mail").state).toBe("warn");
    expect(without.of("mail").message).toContain(HEALTH.noMail);
  });
});
