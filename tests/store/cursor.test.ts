import { describe, expect, test } from "bun:test";
import { AppError } from "#server/core/errors.ts";
import { keyset } from "#server/store/cursor.ts";
import type { Store } from "#server/store/store.ts";
import { testStore } from "#tests/support/store.ts";

const PAGE = 7;
const fill = (store: Store) =>
  store.write(async (tx) => {
    const rows = Array.from({ length: 60 }, (_, index) => ({
      at: new Date(Date.UTC(2026, 0, 1, 0, 0, index % 5)),
      action: ["Ä", "a", "B", "ß"][index % 4] ?? "",
    }));
    await tx.insert(store.tables.audit).values(rows);
  });
const cursorOf = (...values: unknown[]) =>
  Buffer.from(JSON.stringify(values)).toString("base64url");

describe("lists by key", () => {
  test("pages over equal times leave no gap and repeat nothing", async () => {
    const store = await testStore();
    const { audit } = store.tables;
    await fill(store);
    const newest = keyset({ at: audit.at, id: audit.id });
    const all = await store.read
      .select()
      .from(audit)
      .orderBy(...newest.order);
    const paged: typeof all = [];
    for (let cursor: string | null = null; paged.length < 100;) {
      const page = await store.read
        .select()
        .from(audit)
        .where(newest.before(cursor))
        .orderBy(...newest.order)
        .limit(PAGE);
      const last = page.at(-1);
      if (last === undefined) break;
      paged.push(...page);
      cursor = newest.cursorOf(last);
    }
    expect(paged).toHaveLength(60);
    expect(paged).toEqual(all);
    const sorted = all.toSorted((a, b) => b.at.getTime() - a.at.getTime() || b.id - a.id);
    expect(all).toEqual(sorted);
  });

  test("a list may go by text, in the same order on either engine", async () => {
    const store = await testStore();
    const { audit } = store.tables;
    await fill(store);
    const byAction = keyset({ action: audit.action, id: audit.id });
    const seen: string[] = [];
    for (let cursor: string | undefined; seen.length < 100;) {
      const [row] = await store.read
        .select()
        .from(audit)
        .where(byAction.before(cursor))
        .orderBy(...byAction.order)
        .limit(1);
      if (row === undefined) break;
      seen.push(row.action);
      cursor = byAction.cursorOf(row);
    }
    expect(seen).toHaveLength(60);
    expect([...new Set(seen)]).toEqual(["ß", "Ä", "a", "B"]);
  });

  test("a row that comes in while somebody pages shifts nothing", async () => {
    const store = await testStore();
    const { audit } = store.tables;
    await fill(store);
    const byId = keyset({ id: audit.id });
    const page = (cursor: string | null) =>
      store.read
        .select()
        .from(audit)
        .where(byId.before(cursor))
        .orderBy(...byId.order)
        .limit(PAGE);
    const first = await page(null);
    await store.write(async (tx) => {
      await tx.insert(audit).values({ at: new Date(), action: "new" });
    });
    const last = first.at(-1);
    const second = await page(byId.cursorOf({ id: last?.id ?? 0 }));
    expect(second[0]?.id).toBe((last?.id ?? 0) - 1);
  });

  test("what is not a cursor of the list is refused as a bad request", async () => {
    const store = await testStore();
    const { audit } = store.tables;
    const newest = keyset({ at: audit.at, id: audit.id });
    const time = "2026-01-01T00:00:00.000Z";
    const strange = [
      "",
      "%%%",
      "a".repeat(2000),
      cursorOf(),
      cursorOf(time),
      cursorOf(time, "1"),
      cursorOf(time, 1.5),
      cursorOf(time, null),
      cursorOf("yesterday", 1),
      cursorOf(1, 1),
      cursorOf(time, 1, 2),
      cursorOf("0000-12-31T00:00:00.000Z", 1),
      cursorOf("-000001-01-01T00:00:00.000Z", 1),
      cursorOf("9999-12-31T24:00:00.000Z", 1),
      cursorOf("+275760-09-13T00:00:00.000Z", 1),
      Buffer.from('{"0":1}').toString("base64url"),
    ];
    for (const cursor of strange) expect(() => newest.before(cursor)).toThrow(AppError);
    const byAction = keyset({ action: audit.action, id: audit.id });
    expect(() => byAction.before(cursorOf("\0", 1))).toThrow(AppError);
    expect(newest.before(null)).toBeUndefined();
  });

  test("a list cannot go by a column that may be null", async () => {
    const { audit } = (await testStore()).tables;
    expect(() => keyset({ subject: audit.subject })).toThrow("may be null");
  });
});
