import { expect, test } from "bun:test";
import { REFUSALS } from "#server/core/errors.ts";
import { appWithPeople, refusalOf } from "#tests/support/people.ts";

const ZERO = "0000-01-01T00:00:00Z";
const AT = "2026-12-01T00:00:00Z";

const POST = {
  id: null,
  revision: 0,
  title: "T",
  summary: "S",
  text: "x",
  publishAt: null,
  pinnedFrom: null,
  pinnedUntil: null,
  notifies: false,
  idempotencyKey: crypto.randomUUID(),
};

const ENTRY = {
  id: null,
  revision: 0,
  kind: "event" as const,
  title: "E",
  text: "",
  servers: [],
  begins: AT,
  minutes: 0,
  repeat: "never" as "never" | "daily",
  repeatUntil: null as string | null,
  rates: [],
  idempotencyKey: crypto.randomUUID(),
};

test("a time in the year 0, which PostgreSQL does not know, is refused and not failed over", async () => {
  const { admin } = await appWithPeople();
  const calls = [
    () => admin.news.save.mutate({ ...POST, publishAt: ZERO }),
    () => admin.news.save.mutate({ ...POST, pinnedFrom: ZERO, pinnedUntil: AT }),
    () => admin.calendar.save.mutate({ ...ENTRY, begins: ZERO }),
    () => admin.calendar.save.mutate({ ...ENTRY, begins: ZERO, repeat: "daily", repeatUntil: AT }),
  ];
  for (const call of calls) expect(await refusalOf(call())).toEqual([400, REFUSALS.yearZero]);
  // A period may begin whenever somebody likes.
  await admin.administration.audit.query({ from: ZERO });
  await admin.orders.events.query({ from: ZERO, until: ZERO });
});
