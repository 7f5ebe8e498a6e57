import { describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { type Cause, createSessions } from "#server/auth/lucia.ts";
import { SESSIONS_MAX } from "#shared/constants/accounts.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#shared/constants/time.ts";
import { addUser } from "#tests/support/accounts.ts";
import { movableClock } from "#tests/support/clock.ts";
import { hear } from "#tests/support/events.ts";
import { rejectionOf } from "#tests/support/rejection.ts";
import { testStore } from "#tests/support/store.ts";

const FROM = { browser: "Firefox on Linux", address: "192.0.2.0/24" };

const setUp = async (idleMs?: number) => {
  const store = await testStore();
  const clock = movableClock();
  const sessions = createSessions({ store, clock, idleMs });
  const userId = await addUser(store, clock);
  const start = (of = userId) => store.write((tx) => sessions.start(tx, { userId: of, ...FROM }));
  const endOf = async (id: string, cause: Cause = "person") =>
    (await sessions.validate(id, cause))?.session.expiresAt.toISOString() ?? null;
  return { store, clock, sessions, userId, start, endOf };
};

describe("sessions", () => {
  test("[SESS-24] a hundred browsers can be signed in; the one that is used least makes room", async () => {
    const { store, clock, sessions, userId, start } = await setUp();
    const elsewhere = await start(await addUser(store, clock));
    const first = await start();
    clock.advance(60_000);
    const second = await start();
    for (let count = 2; count < SESSIONS_MAX; count += 1) await start();
    expect(await sessions.validate(first.id, "background")).not.toBeNull();
    const events = await hear(store);
    const newest = await start();
    expect(await sessions.validate(first.id, "background")).toBeNull();
    for (const { id } of [second, newest, elsewhere])
      expect(await sessions.validate(id, "background")).not.toBeNull();
    expect(await events()).toEqual([{ type: "session.ended", userId, sessionId: null }]);
  });

  test("[ACC-23] a session says whose it is, as the account stands now", async () => {
    const { store, clock, sessions, userId, start } = await setUp();
    const session = await start();
    const { users } = store.tables;
    await store.write(async (tx) => {
      await tx.update(users).set({ role: "Admin" }).where(eq(users.id, userId));
    });
    expect(session.expiresAt.getTime() - clock.now().getTime()).toBe(DAY_MS);
    const { secret, ...named } = session;
    expect(await sessions.validate(secret, "person")).toBeNull();
    expect(await sessions.validate(session.id, "person")).toEqual({
      session: named,
      user: {
        id: userId,
        email: `${userId}@example.test`,
        firstName: "Ada",
        lastName: "Lynx",
        role: "Admin",
        team: null,
        promoReceivedAt: null,
      },
    });
    expect(await store.read.select().from(store.tables.sessions)).toMatchObject([
      { ...FROM, lastUsedAt: clock.now() },
    ]);
  });

  test("what opens a session is long, and no two are the same", async () => {
    const { start } = await setUp();
    const [one, other] = [await start(), await start()];
    expect(one.secret).toHaveLength(40);
    expect(one.secret).not.toBe(other.secret);
    expect(one.id).not.toBe(other.id);
  });

  test("[SESS-04] a session that nobody uses ends after 24 hours", async () => {
    const { clock, endOf, start } = await setUp();
    const { id } = await start();
    clock.advance(DAY_MS);
    expect(await endOf(id)).toBeNull();
    expect(await endOf("never was")).toBeNull();
  });

  test("[SESS-05] use slides a session once half of its life has passed, not before", async () => {
    const { store, clock, endOf, start } = await setUp();
    const { id } = await start();
    clock.advance(12 * HOUR_MS - 1000);
    expect(await endOf(id)).toBe("2026-03-02T12:00:00.000Z");
    clock.advance(2000);
    expect(await endOf(id)).toBe("2026-03-03T00:00:01.000Z");
    expect(await store.read.select().from(store.tables.sessions)).toMatchObject([
      { lastUsedAt: clock.now(), expiresAt: new Date("2026-03-03T00:00:01.000Z") },
    ]);
    clock.advance(23 * HOUR_MS);
    expect(await endOf(id)).toBe("2026-03-03T23:00:01.000Z");
  });

  test("[SESS-06] what a timer asks for never slides a session", async () => {
    const { clock, endOf, start } = await setUp();
    const { id } = await start();
    for (let hour = 1; hour < 24; hour += 1) {
      clock.advance(HOUR_MS);
      expect(await endOf(id, "background")).toBe("2026-03-02T12:00:00.000Z");
    }
    clock.advance(HOUR_MS);
    expect(await endOf(id, "background")).toBeNull();
  });

  test("[SESS-07] 30 days after sign-in a session ends in any case, and its end is told truly", async () => {
    const { store, clock, endOf, start } = await setUp();
    const { id } = await start();
    const last = "2026-03-31T12:00:00.000Z";
    for (let times = 0; times < 58; times += 1) {
      clock.advance(12.2 * HOUR_MS);
      expect((await endOf(id)) ?? "").toBeOneOf([
        new Date(clock.now().getTime() + DAY_MS).toISOString(),
        last,
      ]);
    }
    expect(await endOf(id)).toBe(last);
    const rows = () => store.read.select().from(store.tables.sessions);
    const before = await rows();
    clock.advance(60_000);
    expect(await endOf(id)).toBe(last);
    expect(await rows()).toEqual(before);
    clock.set("2026-03-31T11:59:00.000Z");
    expect(await endOf(id)).toBe(last);
    clock.advance(60_000);
    expect(await endOf(id)).toBeNull();
  });

  test("[SESS-04] the time without use is configurable", async () => {
    const { clock, endOf, start } = await setUp(10 * MINUTE_MS);
    const { id } = await start();
    clock.advance(6 * MINUTE_MS);
    expect(await endOf(id)).toBe("2026-03-01T12:16:00.000Z");
    clock.advance(10 * MINUTE_MS);
    expect(await endOf(id)).toBeNull();
  });

  test("requests that slide a session at the same time all find it valid", async () => {
    const { clock, endOf, start } = await setUp();
    const { id } = await start();
    clock.advance(13 * HOUR_MS);
    const ends = await Promise.all(Array.from({ length: 8 }, () => endOf(id)));
    expect(new Set(ends)).toEqual(new Set(["2026-03-03T01:00:00.000Z"]));
  });

  test("[SESS-08] an ended session is refused at once; one, all others, or all of a person can end", async () => {
    const { store, clock, sessions, userId, start, endOf } = await setUp();
    const stranger = await start(await addUser(store, clock));
    const [a, b, c, d] = [await start(), await start(), await start(), await start()];
    const valid = async () => {
      const ends = await Promise.all([a, b, c, d, stranger].map(({ id }) => endOf(id)));
      return ends.map((end) => end !== null);
    };
    await store.write((tx) => sessions.end(tx, a.id));
    expect(await valid()).toEqual([false, true, true, true, true]);
    await store.write((tx) => sessions.endOthers(tx, userId, c.id));
    expect(await valid()).toEqual([false, false, true, false, true]);
    await store.write((tx) => sessions.endAll(tx, userId));
    expect(await valid()).toEqual([false, false, false, false, true]);
  });

  test("[SESS-08] every end is published with whose it was, and what was not there publishes nothing", async () => {
    const { store, sessions, userId, start } = await setUp();
    const [a, , c] = [await start(), await start(), await start()];
    const events = await hear(store);
    await store.write(async (tx) => {
      expect(await sessions.end(tx, a.id)).toBe(true);
      expect(await sessions.end(tx, a.id)).toBe(false);
    });
    expect(await store.write((tx) => sessions.endOthers(tx, userId, c.id))).toBe(1);
    expect(await store.write((tx) => sessions.endOthers(tx, userId, c.id))).toBe(0);
    expect(await store.write((tx) => sessions.endAll(tx, userId))).toBe(1);
    expect(await store.write((tx) => sessions.endAll(tx, userId))).toBe(0);
    const ended = { type: "session.ended", userId } as const;
    expect(await events()).toEqual([
      { ...ended, sessionId: a.id },
      { ...ended, sessionId: null },
      { ...ended, sessionId: null },
    ]);
  });

  test("a use is written down once in ten minutes, once for all requests that come together", async () => {
    const { store, clock, endOf, start } = await setUp();
    const { id } = await start();
    const lastUse = async () => {
      const [row] = await store.read.select().from(store.tables.sessions);
      return row?.lastUsedAt;
    };
    const startedAt = clock.now();
    clock.advance(10 * MINUTE_MS - 1);
    await endOf(id);
    clock.advance(1);
    await endOf(id, "background");
    expect(await lastUse()).toEqual(startedAt);
    const ends = await Promise.all(Array.from({ length: 20 }, () => endOf(id)));
    expect(new Set(ends)).toEqual(new Set(["2026-03-02T12:00:00.000Z"]));
    expect(await lastUse()).toEqual(clock.now());
  });

  test("ending sessions is part of the caller's transaction", async () => {
    const { store, sessions, userId, start, endOf } = await setUp();
    const { id } = await start();
    await rejectionOf(
      store.write(async (tx) => {
        await sessions.endAll(tx, userId);
        await sessions.start(tx, { userId, ...FROM });
        throw new Error("the rest of it failed");
      }),
    );
    expect(await endOf(id)).not.toBeNull();
    expect(await store.read.select().from(store.tables.sessions)).toHaveLength(1);
  });

  test("[SESS-09] the session of a deactivated or erased account is refused", async () => {
    const { store, clock, userId, start, endOf } = await setUp();
    const { id } = await start();
    const { users } = store.tables;
    const set = (values: Partial<typeof users.$inferInsert>) =>
      store.write(async (tx) => {
        await tx.update(users).set(values).where(eq(users.id, userId));
      });
    await set({ deactivatedAt: clock.now(), deactivatedBy: "admin" });
    expect(await endOf(id)).toBeNull();
    await set({ deactivatedAt: null, email: null });
    expect(await endOf(id)).toBeNull();
    await set({ email: "back@example.test" });
    expect(await endOf(id)).not.toBeNull();
  });

  test("the program's own clock counts too", async () => {
    const { store, userId } = await setUp();
    const sessions = createSessions({ store, clock: { now: () => new Date() }, idleMs: 60_000 });
    const { id } = await store.write((tx) => sessions.start(tx, { userId, ...FROM }));
    expect(await sessions.validate(id, "person")).not.toBeNull();
  });
});
