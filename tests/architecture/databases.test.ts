import { expect, test } from "bun:test";
import { join } from "node:path";
import { ROOT } from "#scripts/client/places.ts";
import { usesDatabase } from "#scripts/test/uses-database.ts";

test.each([
  ["./tests/store/write.test.ts", true],
  ["./tests/tickets/messages.test.ts", true],
  ["./tests/client/session/session.test.tsx", true],
  ["./tests/shared/rules.test.ts", false],
  ["./tests/client/rules-page.test.tsx", false],
])(
  "%s is told from those without a database, or with one, by what it imports",
  async (file, is) => {
    expect(await usesDatabase(file)).toBe(is);
  },
);

test("nothing but the support of tests learns which engine is tested, or where it is", async () => {
  const knowing: string[] = [];
  for (const file of new Bun.Glob("tests/**/*.{ts,tsx}").scanSync({ cwd: ROOT }))
    if (/env\["TEST_/.test(await Bun.file(join(ROOT, file)).text())) knowing.push(file);
  expect(knowing.toSorted()).toEqual([
    "tests/binary/two-instances.test.ts",
    "tests/support/store.ts",
    "tests/support/test-databases.ts",
  ]);
});
