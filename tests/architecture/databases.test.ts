import { expect, test } from "bun:test";
import { join } from "node:path";
import { ROOT } from "#scripts/client/places.ts";
import {
  ABOVE_THE_STORE,
  isAboveTheStore,
  runsOnPostgres,
  THROUGH_THE_PROGRAM,
} from "#scripts/test/above-the-store.ts";
import { usesDatabase } from "#scripts/test/uses-database.ts";

test.each([
  ["./tests/store/write.test.ts", true],
  ["./tests/tickets/messages.test.ts", true],
  ["./tests/client/session/session.test.tsx", true],
  ["./tests/crash/desk.test.ts", true],
  ["./tests/shared/rules.test.ts", false],
  ["./tests/client/rules-page.test.tsx", false],
  // What they import of the support of tests has a database for others.
  ["./tests/crash/purchases.test.ts", false],
  ["./tests/http/config.test.ts", false],
  // They import what is passed on from elsewhere.
  ["./tests/client/menu.test.ts", false],
  ["./tests/configuration/stray.test.ts", true],
])("%s is told from those without a database, or with one, by what it calls", (file, is) => {
  expect(usesDatabase(file)).toBe(is);
});

test("what is tested on SQLite alone is there, and would be tested on both", () => {
  const files = [...new Bun.Glob("tests/**/*.test.{ts,tsx}").scanSync({ cwd: ROOT })].map(
    (file) => `./${file}`,
  );
  const alone = files.filter((file) => isAboveTheStore(file) && usesDatabase(file));
  for (const names of ABOVE_THE_STORE) {
    const glob = new Bun.Glob(`./tests/${names}.test.{ts,tsx}`);
    expect([names, alone.some((file) => glob.match(file))]).toEqual([names, true]);
  }
  expect(isAboveTheStore("./tests/store/write.test.ts")).toBe(false);
});

test("what runs on PostgreSQL with --all alone is there, and runs there then", () => {
  for (const names of THROUGH_THE_PROGRAM) {
    const glob = new Bun.Glob(`tests/${names}.test.{ts,tsx}`);
    const files = [...glob.scanSync({ cwd: ROOT })].map((file) => `./${file}`);
    const more = files.filter((file) => runsOnPostgres(file, true) && usesDatabase(file));
    expect([names, more.length > 0]).toEqual([names, true]);
    expect(more.filter((file) => runsOnPostgres(file, false))).toEqual([]);
  }
  expect(runsOnPostgres("./tests/store/write.test.ts", false)).toBe(true);
});

test("nothing but the support of tests learns which engine is tested, or where it is", async () => {
  const knowing: string[] = [];
  for (const file of new Bun.Glob("tests/**/*.{ts,tsx}").scanSync({ cwd: ROOT }))
    if (/env\["TEST_/.test(await Bun.file(join(ROOT, file)).text())) knowing.push(file);
  expect(knowing.toSorted()).toEqual([
    "tests/support/empty-database.ts",
    "tests/support/store.ts",
    "tests/support/test-databases.ts",
    "tests/support/unordered-rows.ts",
  ]);
});
