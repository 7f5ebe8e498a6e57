import { expect, test } from "bun:test";
import { line, text } from "#shared/schemas/text.ts";
import { testStore } from "#tests/support/store.ts";

test("what the text schemas let through comes back unchanged; NUL never gets to an engine", async () => {
  const store = await testStore();
  const { leases } = store.tables;
  expect(line(100).safeParse("a\0b").success).toBe(false);
  expect(text(100).safeParse("a\0b").success).toBe(false);
  const names = [line(100).parse("  Zoe\u0308 🐆 "), text(100).parse("a\r\n\tb\u{10FFFF}")];
  await store.write(async (tx) => {
    const until = new Date(0);
    await tx.insert(leases).values(names.map((name) => ({ name, holder: "h", until })));
  });
  const rows = await store.read.select().from(leases).orderBy(leases.name);
  expect(rows.map(({ name }) => name)).toEqual(["Zoë 🐆", "a\n\tb\u{10FFFF}"]);
});
