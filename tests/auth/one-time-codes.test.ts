import { describe, expect, test } from "bun:test";
import { drawCode, forgetCodes, reserveCode, spendCode } from "#server/auth/one-time-codes.ts";
import type { CodeKind } from "#shared/constants/accounts.ts";
import { DAY_MS, HOUR_MS } from "#shared/constants/time.ts";
import { addUser } from "#tests/support/accounts.ts";
import { movableClock } from "#tests/support/clock.ts";
import { systemIn } from "#tests/support/context.ts";
import { rejectionOf } from "#tests/support/rejection.ts";
import { openForTest, testDatabase } from "#tests/support/store.ts";

const UNKNOWN = { outcome: "unknown" } as const;

const setUp = async () => {
  const database = await testDatabase();
  const store = await openForTest(database);
  const clock = movableClock();
  const userId = await addUser(store, clock);
  const reserve = (kind: CodeKind = "verify", of = userId, isOwners = false) =>
    systemIn(store, clock).write((tx) => reserveCode(tx, { userId: of, kind, isOwners }));
  const draw = (reserved: string) => systemIn(store, clock).write((tx) => drawCode(tx, reserved));
  const issue = async (kind: CodeKind = "verify", of = userId, isOwners = false) =>
    (await draw((await reserve(kind, of, isOwners)) ?? ""))?.code ?? "none";
  const spend = (code: string, kind: CodeKind = "verify", in_ = store) =>
    systemIn(in_, clock).write((tx) => spendCode(tx, { code, kind }));
  return { database, store, clock, userId, reserve, draw, issue, spend };
};

describe("one-time codes", () => {
  test("[ACC-09] a code is random, stored hashed, and good for one use", async () => {
    const { store, userId, issue, spend } = await setUp();
    const [code, other] = [await issue(), await issue("reset")];
    expect(code).toMatch(/^[\w-]{43}$/);
    expect(other).not.toBe(code);
    const rows = await store.read.select().from(store.tables.oneTimeCodes);
    expect(JSON.stringify(rows)).not.toContain(code);
    expect(await spend(code)).toEqual({ outcome: "ok", about: null, userId });
    expect(await spend(code)).toEqual({ outcome: "used" });
  });

  test("[ACC-09] a code is good for an hour", async () => {
    const { clock, userId, issue, spend } = await setUp();
    const [verify, reset] = [await issue("verify"), await issue("reset")];
    clock.advance(HOUR_MS - 1);
    expect(await spend(verify, "verify")).toEqual({ outcome: "ok", about: null, userId });
    clock.advance(1);
    expect(await spend(reset, "reset")).toEqual({ outcome: "expired" });
    expect(await spend(verify, "verify")).toEqual({ outcome: "used" });
  });

  test("an empty code, a foreign one, a hash, and a code of the other kind are unknown", async () => {
    const { store, issue, spend } = await setUp();
    const code = await issue("verify");
    const [row] = await store.read.select().from(store.tables.oneTimeCodes);
    for (const given of ["", "A".repeat(43), `${code} `, code.slice(1), row?.hash ?? ""])
      expect(await spend(given)).toEqual(UNKNOWN);
    expect(await spend(code, "reset")).toEqual(UNKNOWN);
    expect(await spend(code, "verify")).toMatchObject({ outcome: "ok" });
  });

  test("[ACC-10] a new code invalidates the older ones of its kind and person, and no others", async () => {
    const { store, clock, userId, issue, spend } = await setUp();
    const otherId = await addUser(store, clock);
    const [used, old] = [await issue(), await issue("reset")];
    await spend(used);
    const others = await issue("verify", otherId);
    const replaced = await issue();
    clock.advance(1);
    const newest = await issue();
    expect(await spend(replaced)).toEqual(UNKNOWN);
    expect(await spend(used)).toEqual({ outcome: "used" });
    expect(await spend(newest)).toEqual({ outcome: "ok", about: null, userId });
    expect(await spend(old, "reset")).toEqual({ outcome: "ok", about: null, userId });
    expect(await spend(others)).toEqual({ outcome: "ok", about: null, userId: otherId });
  });

  test("of two who spend a code at once, in two instances, one succeeds", async () => {
    const { database, issue, spend } = await setUp();
    const there = await openForTest(database);
    for (let round = 0; round < 5; round += 1) {
      const code = await issue();
      const outcomes = await Promise.all([spend(code), spend(code, "verify", there)]);
      expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(["ok", "used"]);
    }
  });

  test("a code is not used up by a transaction that fails", async () => {
    const { store, clock, issue, spend } = await setUp();
    const code = await issue();
    await rejectionOf(
      systemIn(store, clock).write(async (tx) => {
        await spendCode(tx, { code, kind: "verify" });
        throw new Error("the rest of it failed");
      }),
    );
    expect(await spend(code)).toMatchObject({ outcome: "ok" });
  });

  test("a code whose mail is sent in two weeks is still there then", async () => {
    const { store, clock, userId, draw, spend } = await setUp();
    const dueAt = new Date(clock.now().getTime() + 14 * DAY_MS);
    const write = systemIn(store, clock).write;
    const whose = { userId, kind: "reset", isOwners: false } as const;
    const reserved = await write((tx) => reserveCode(tx, { ...whose, dueAt }));
    clock.advance(14 * DAY_MS);
    expect(await write((tx) => forgetCodes(tx, 10))).toBe(0);
    const drawn = await draw(reserved ?? "");
    expect(await spend(drawn?.code ?? "", "reset")).toMatchObject({ outcome: "ok", userId });
  });

  test("used and expired codes are told apart for a week, then forgotten", async () => {
    const { store, clock, issue, spend } = await setUp();
    const code = await issue();
    await spend(code);
    await issue("reset");
    const forget = () => systemIn(store, clock).write((tx) => forgetCodes(tx, 1));
    clock.advance(7 * 24 * HOUR_MS + HOUR_MS);
    expect(await forget()).toBe(0);
    clock.advance(1);
    expect([await forget(), await forget(), await forget()]).toEqual([1, 1, 0]);
    expect(await spend(code)).toEqual(UNKNOWN);
  });
});
