import { describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { siteJobs } from "#server/jobs/site-jobs.ts";
import { CLOSED_ACCOUNT_KEPT_MS, UNVERIFIED_KEPT_MS } from "#shared/constants/accounts.ts";
import { makeWorld, OWN_WORDS, type World } from "#tests/support/access-world.ts";
import type { TestApp } from "#tests/support/app.ts";
import { rawSql } from "#tests/support/raw.ts";
import { TEST_ENGINE, testDatabase } from "#tests/support/store.ts";

const run = async (app: TestApp, name: string) => {
  const job = siteJobs(app.deps).find((candidate) => candidate.name === name);
  if (job === undefined) throw new Error(`There is no job ${name}.`);
  await job.run(new AbortController().signal);
};

/** Every row of the database that names nobody of these, by table. */
const rowsWithout = async (
  { deps: { store } }: Pick<TestApp, "deps">,
  gone: readonly string[],
): Promise<Record<string, string[]>> => {
  const found: Record<string, string[]> = {};
  for (const [name, table] of Object.entries(store.tables)) {
    // What the jobs themselves keep: when they ran, and what they noted.
    if (["leases", "audit", "auditSeals", "settings", "outbox", "limits"].includes(name)) continue;
    const rows = await store.read.select().from(table);
    const written = rows.map((row) => JSON.stringify(row));
    found[name] = written.filter((row) => !gone.some((id) => row.includes(id))).toSorted();
  }
  return found;
};

/** A world in which the member closes the account and is erased. */
const erased = async (world: World) => {
  const { app, member } = world;
  const { users } = app.deps.store.tables;
  await app.deps.store.write(async (tx) => {
    const closed = { deactivatedAt: app.clock.now(), deactivatedBy: "owner" } as const;
    await tx.update(users).set(closed).where(eq(users.id, member.id));
  });
  // What was told to the member alone is theirs.
  const theirs = [member.id, OWN_WORDS.notification];
  const before = await rowsWithout(app, theirs);
  app.clock.advance(CLOSED_ACCOUNT_KEPT_MS);
  await run(app, "erase-closed");
  return { before, after: await rowsWithout(app, theirs) };
};

describe("whoever leaves", () => {
  test("takes nothing of anybody else along: erased, their tickets, orders and messages stay", async () => {
    const world = await makeWorld();
    const { app, member, ticket } = world;
    const { tickets, messages, orders, users } = app.deps.store.tables;
    const { read } = app.deps.store;
    const count = async () => [
      (await read.select().from(tickets).where(eq(tickets.id, ticket))).length,
      (await read.select().from(messages)).length,
      (await read.select().from(orders)).length,
      (await read.select().from(users)).length,
    ];
    const counted = await count();
    const { before, after } = await erased(world);
    const [left] = await read.select().from(users).where(eq(users.id, member.id));
    expect(left).toMatchObject({ firstName: "Deleted", email: null });
    for (const [name, rows] of Object.entries(before))
      expect([name, rows.filter((row) => !after[name]?.includes(row))]).toEqual([name, []]);
    expect(await count()).toEqual(counted);
  });

  test("takes nothing along where a registration was never proven", async () => {
    const world = await makeWorld();
    const { app } = world;
    const { users } = app.deps.store.tables;
    const [member] = await app.deps.store.read
      .select()
      .from(users)
      .where(eq(users.id, world.bystander));
    const id = member?.id ?? "";
    await app.deps.store.write((tx) =>
      tx.update(users).set({ verifiedAt: null }).where(eq(users.id, id)),
    );
    const before = await rowsWithout(app, [id]);
    app.clock.advance(UNVERIFIED_KEPT_MS);
    await run(app, "forget-unverified");
    const after = await rowsWithout(app, [id]);
    expect(await app.deps.store.read.select().from(users).where(eq(users.id, id))).toEqual([]);
    for (const [name, rows] of Object.entries(before))
      expect([name, rows.filter((row) => !after[name]?.includes(row))]).toEqual([name, []]);
  });
});

type Key = { owner: string; target: string; onDelete: string };

/** The foreign keys as the database itself knows them. */
const foreignKeys = async (where: { databaseUrl: string | null; dataDir: string }) => {
  const statement =
    TEST_ENGINE === "sqlite"
      ? `SELECT m.name AS owner, f."table" AS target, f.on_delete AS "onDelete"
           FROM sqlite_master m, pragma_foreign_key_list(m.name) f WHERE m.type = 'table'`
      : `SELECT conrelid::regclass::text AS owner, confrelid::regclass::text AS target,
           CASE confdeltype WHEN 'a' THEN 'NO ACTION' WHEN 'r' THEN 'RESTRICT'
             ELSE confdeltype::text END AS "onDelete"
           FROM pg_constraint WHERE contype = 'f'`;
  return (await rawSql(where, statement)) as Key[];
};

test("no row of the database takes another one along: no foreign key cascades", async () => {
  const where = await testDatabase();
  const keys = await foreignKeys(where);
  expect(keys.length).toBeGreaterThan(20);
  expect(keys.filter(({ onDelete }) => !["RESTRICT", "NO ACTION"].includes(onDelete))).toEqual([]);
});

test("a person of whom anything is left cannot be deleted past the use cases", async () => {
  const { app, member } = await makeWorld();
  const { users } = app.deps.store.tables;
  const deleted = app.deps.store.write((tx) => tx.delete(users).where(eq(users.id, member.id)));
  expect(await Promise.allSettled([deleted])).toMatchObject([{ status: "rejected" }]);
  expect(
    await app.deps.store.read.select().from(users).where(eq(users.id, member.id)),
  ).toHaveLength(1);
});
