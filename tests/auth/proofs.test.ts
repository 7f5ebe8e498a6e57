import { describe, expect, test } from "bun:test";
import { type Proof, forgetProofs, keepProof, readProof, spendProof } from "#server/auth/proofs.ts";
import { randomSecret } from "#server/auth/secrets.ts";
import { MINUTE_MS } from "#shared/constants/time.ts";
import { movableClock } from "#tests/support/clock.ts";
import { systemIn } from "#tests/support/context.ts";
import { rejectionOf } from "#tests/support/rejection.ts";
import { testStore } from "#tests/support/store.ts";

const LYNX: Proof = {
  platform: "discord",
  externalId: "80351110224678912",
  name: "Lynx",
  imageUrl: null,
};
const STEAM: Proof = {
  platform: "steam",
  externalId: "7656119",
  name: "Lynx",
  imageUrl: "/lynx.webp",
};

const setUp = async () => {
  const store = await testStore();
  const clock = movableClock();
  const browserSecret = randomSecret();
  const keep = (proof = LYNX) =>
    systemIn(store, clock).write((tx) => keepProof(tx, { browserSecret, ...proof }));
  const read = (secret = browserSecret, { platform } = LYNX) =>
    readProof(systemIn(store, clock).read, { browserSecret: secret, platform });
  const spend = (secret = browserSecret, { platform, externalId } = LYNX) =>
    systemIn(store, clock).write((tx) =>
      spendProof(tx, { browserSecret: secret, platform, externalId }),
    );
  return { store, clock, browserSecret, keep, read, spend };
};

describe("proofs", () => {
  test("[LINK-01] a proof survives being read, and is spent once", async () => {
    const { keep, read, spend } = await setUp();
    await keep();
    expect(await read()).toEqual(LYNX);
    expect(await read()).toEqual(LYNX);
    expect(await spend()).toEqual(LYNX);
    expect(await spend()).toBeNull();
    expect(await read()).toBeNull();
  });

  test("[LINK-02] another browser's proof is refused, and so is another account than the proven one", async () => {
    const { browserSecret, keep, read, spend } = await setUp();
    await keep();
    for (const secret of [randomSecret(), "", browserSecret.toLowerCase()]) {
      expect(await read(secret)).toBeNull();
      expect(await spend(secret)).toBeNull();
    }
    expect(await spend(browserSecret, { ...LYNX, externalId: "80351110224678913" })).toBeNull();
    expect(await spend(browserSecret, { ...LYNX, platform: "steam" })).toBeNull();
    expect(await spend()).toEqual(LYNX);
  });

  test("[LINK-01] a proof lives 30 minutes", async () => {
    const { clock, keep, read, spend } = await setUp();
    await keep();
    clock.advance(30 * MINUTE_MS - 1);
    expect(await read()).toEqual(LYNX);
    clock.advance(1);
    expect(await read()).toBeNull();
    expect(await spend()).toBeNull();
  });

  test("a newer proof of the same platform takes the older one's place and begins anew", async () => {
    const { clock, browserSecret, keep, read } = await setUp();
    const other = { ...LYNX, externalId: "80351110224678999", name: "Other" };
    await keep();
    await keep(STEAM);
    clock.advance(20 * MINUTE_MS);
    await keep(other);
    clock.advance(20 * MINUTE_MS);
    expect(await read()).toEqual(other);
    expect(await read(browserSecret, STEAM)).toBeNull();
  });

  test("[LINK-01] a proof is not spent by a transaction that fails", async () => {
    const { store, clock, browserSecret, keep, spend } = await setUp();
    await keep();
    await rejectionOf(
      systemIn(store, clock).write(async (tx) => {
        await spendProof(tx, { browserSecret, ...LYNX });
        throw new Error("the rest of it failed");
      }),
    );
    expect(await spend()).toEqual(LYNX);
  });

  test("of two who spend a proof at once, one succeeds", async () => {
    const { keep, spend } = await setUp();
    await keep();
    const spent = await Promise.all([spend(), spend()]);
    expect(spent.filter((proof) => proof !== null)).toHaveLength(1);
  });

  test("the store keeps no browser's secret, and forgets what has run out", async () => {
    const { store, clock, browserSecret, keep } = await setUp();
    await keep();
    await keep(STEAM);
    const rows = await store.read.select().from(store.tables.proofs);
    expect(JSON.stringify(rows)).not.toContain(browserSecret);
    const forget = () => systemIn(store, clock).write((tx) => forgetProofs(tx, 1));
    expect(await forget()).toBe(0);
    clock.advance(31 * MINUTE_MS);
    expect([await forget(), await forget(), await forget()]).toEqual([1, 1, 0]);
  });
});
