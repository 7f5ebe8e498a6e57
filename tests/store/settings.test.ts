import { describe, expect, test } from "bun:test";
import { z } from "zod";
import { type Setting, ensureSetting, readSetting, writeSetting } from "#server/store/settings.ts";
import { movableClock } from "#tests/support/clock.ts";
import { systemIn } from "#tests/support/context.ts";
import { rejectionOf } from "#tests/support/rejection.ts";
import { openForTest, testDatabase, testStore } from "#tests/support/store.ts";

const secret: Setting<string> = { key: "secret", schema: z.string().min(1) };
const banner: Setting<{ text: string; until: string | null }> = {
  key: "banner",
  schema: z.object({ text: z.string(), until: z.string().nullable() }),
};

describe("settings", () => {
  test("a setting that was never written is null; a written one is read, then the newer one", async () => {
    const store = await testStore();
    const clock = movableClock();
    expect(await readSetting(store.read, banner)).toBeNull();
    for (const text of ["first", "second"]) {
      const value = { text, until: null };
      await systemIn(store, clock).write((tx) => writeSetting(tx, banner, value));
      expect(await readSetting(store.read, banner)).toEqual(value);
    }
  });

  test("instances that make a setting at the same time agree on one value", async () => {
    const database = await testDatabase();
    const stores = [await openForTest(database), await openForTest(database)];
    const clock = movableClock();
    let made = 0;
    const allHaveMade = Promise.withResolvers<void>();
    const make = async () => {
      made += 1;
      const value = `secret-${made}`;
      if (made === 4) allHaveMade.resolve();
      await allHaveMade.promise;
      return value;
    };
    const values = await Promise.all(
      [...stores, ...stores].map((store) => ensureSetting(store, clock, secret, make)),
    );
    expect(new Set(values).size).toBe(1);
    const again = await ensureSetting(
      stores[0] ?? (await testStore()),
      clock,
      secret,
      () => "late",
    );
    expect(again).toBe(values[0] ?? "");
  });

  test("a stored value that does not fit is an error, not a surprise", async () => {
    const store = await testStore();
    const clock = movableClock();
    const asNumber: Setting<number> = { key: secret.key, schema: z.number() };
    await systemIn(store, clock).write((tx) => writeSetting(tx, asNumber, 1));
    await rejectionOf(readSetting(store.read, secret));
  });
});
