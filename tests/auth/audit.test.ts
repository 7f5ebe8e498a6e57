import { expect, test } from "bun:test";
import { movableClock } from "#tests/support/clock.ts";
import { systemIn, asGuest } from "#tests/support/context.ts";
import { rejectionOf } from "#tests/support/rejection.ts";
import { testStore } from "#tests/support/store.ts";

test("an entry says who did what to whom, from where, and what changed, if and when it happened", async () => {
  const store = await testStore();
  const clock = movableClock();
  const request = {
    network: "192.0.2.0/24",
    browser: { name: "Firefox on Windows" },
    requestId: "01",
  };
  const demoted = {
    actorId: "a",
    action: "account.demoted",
    subject: "b",
    before: { role: "Admin" },
    after: { role: "User" },
  } as const;
  await asGuest({ store, clock }, request).write((tx) => tx.audit(demoted));
  await rejectionOf(
    systemIn(store, clock).write(async (tx) => {
      await tx.audit(demoted);
      throw new Error("it did not happen");
    }),
  );
  clock.advance(1000);
  const refused = { actorId: null, action: "session.refused", subject: "b" } as const;
  await systemIn(store, clock).write((tx) => tx.audit(refused));
  const { audit } = store.tables;
  expect(await store.read.select().from(audit).orderBy(audit.id)).toMatchObject([
    {
      ...demoted,
      ...request,
      browser: "Firefox on Windows",
      at: new Date("2026-03-01T12:00:00.000Z"),
    },
    {
      ...refused,
      before: null,
      after: null,
      network: null,
      browser: null,
      requestId: null,
      at: new Date("2026-03-01T12:00:01.000Z"),
    },
  ]);
});
