import { expect, test } from "bun:test";
import { writeAudit } from "#server/auth/audit.ts";
import { movableClock } from "#tests/support/clock.ts";
import { rejectionOf } from "#tests/support/rejection.ts";
import { testStore } from "#tests/support/store.ts";

test("an entry says who did what to whom, and what changed, if and when it happened", async () => {
  const store = await testStore();
  const clock = movableClock();
  const demoted = {
    actorId: "a",
    action: "account.demoted",
    subject: "b",
    before: { role: "Admin" },
    after: { role: "User" },
  } as const;
  await store.write((tx) => writeAudit(store, tx, clock, demoted));
  await rejectionOf(
    store.write(async (tx) => {
      await writeAudit(store, tx, clock, demoted);
      throw new Error("it did not happen");
    }),
  );
  clock.advance(1000);
  const refused = { actorId: null, action: "session.refused", subject: "b" } as const;
  await store.write((tx) => writeAudit(store, tx, clock, refused));
  expect(await store.read.select().from(store.tables.audit)).toMatchObject([
    { ...demoted, at: new Date("2026-03-01T12:00:00.000Z") },
    { ...refused, before: null, after: null, at: new Date("2026-03-01T12:00:01.000Z") },
  ]);
});
