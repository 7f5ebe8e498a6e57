import { describe, expect, test } from "bun:test";
import { and, eq, gte, sql } from "drizzle-orm";
import { writeAudit } from "#server/auth/audit.ts";
import { verifyAuditJob } from "#server/jobs/housekeeping.ts";
import { siteJobs } from "#server/jobs/site-jobs.ts";
import { entryHashOf, sealAudit, verifyAudit } from "#server/modules/audit/index.ts";
import { CLOSED_ACCOUNT_KEPT_MS } from "#shared/constants/accounts.ts";
import type { AuditAction } from "#shared/constants/audit.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#shared/constants/time.ts";
import { asGuest, asSite } from "#tests/support/context.ts";
import { appWithPeople } from "#tests/support/people.ts";

const never = new AbortController().signal;
const REQUEST = {
  network: "192.0.2.0/24",
  browser: { name: "Firefox on Windows" },
  requestId: "0190",
};

/** A den whose audit has so many sealed lines, from requests and jobs in turns. */
const setUp = async (lines = 250) => {
  const world = await appWithPeople();
  const { app, store, clock, member, admin } = world;
  const { audit, settings, users } = store.tables;
  const write = (entry: { actorId: string | null; action: AuditAction; subject: string | null }) =>
    asGuest({ store, clock }, REQUEST).write((tx) => tx.audit(entry));
  const seal = () => sealAudit(asSite(app.deps), never);
  const edited = { actorId: admin.id, action: "points.edited", subject: member.id } as const;
  const credited = { actorId: null, action: "points.credited", subject: member.id } as const;
  await store.write(async (storeTx) => {
    const tx = { ...storeTx, clock };
    for (let number = 0; number < lines; number += 1)
      if (number % 2 === 0) await writeAudit(tx, REQUEST, edited);
      else await writeAudit(tx, {}, credited);
  });
  await seal();
  return {
    ...world,
    audit,
    write,
    seal,
    verify: (witness: { position: number; hash: string } | null = null) =>
      verifyAudit(asSite(app.deps), never, witness),
    rows: () => store.read.select().from(audit).orderBy(audit.position),
    change: (position: number, change: Partial<typeof audit.$inferInsert>) =>
      store.write(async (tx) => {
        await tx.update(audit).set(change).where(eq(audit.position, position));
      }),
    remove: (from: number, to: number) =>
      store.write(async (tx) => {
        await tx
          .delete(audit)
          .where(and(gte(audit.position, from), sql`${audit.position} <= ${to}`));
      }),
    setHead: (value: unknown) =>
      store.write(async (tx) => {
        await tx.update(settings).set({ value }).where(eq(settings.key, "audit_head"));
      }),
    forgetHead: () =>
      store.write(async (tx) => {
        await tx.delete(settings).where(eq(settings.key, "audit_head"));
      }),
    close: (userId: string) =>
      store.write(async (tx) => {
        const closed = { deactivatedAt: clock.now(), deactivatedBy: "owner" } as const;
        await tx.update(users).set(closed).where(eq(users.id, userId));
      }),
    logged: (event: string) => app.lines.filter((line) => line.event === event),
  };
};

type World = Awaited<ReturnType<typeof setUp>>;

describe("[ADMIN-09] the audit's chain", () => {
  test("holds over all entries, with those that are there before anything was sealed", async () => {
    const { verify, rows, seal, write, logged } = await setUp();
    const found = await rows();
    expect(found.map(({ position }) => position)).toEqual(found.map((_, index) => index + 1));
    expect(found.map(({ id }) => id)).toEqual(found.map(({ id }) => id).toSorted((a, b) => a - b));
    const proof = await verify();
    expect(proof).toMatchObject({ entries: 250, broken: null, oldestUnsealed: null });
    await write({ actorId: null, action: "session.refused", subject: null });
    await seal();
    expect(await verify()).toMatchObject({ entries: 251, broken: null });
    expect(logged("audit.sealed").map(({ position }) => position)).toEqual([250, 251]);
  });

  test("gives every entry one place, whoever seals and writes at the same time", async () => {
    const { verify, write, seal, rows, admin } = await setUp(0);
    const entry = { actorId: admin.id, action: "points.edited", subject: null } as const;
    await Promise.all(
      Array.from({ length: 60 }, (_, number) => (number % 6 === 0 ? seal() : write(entry))),
    );
    await seal();
    expect(await verify()).toMatchObject({ entries: 50, broken: null });
    expect(new Set((await rows()).map(({ position }) => position)).size).toBe(50);
  });

  test("of what came from nowhere there is no salt; two entries from one place have nothing in common", async () => {
    const { rows } = await setUp(4);
    const [first, second, third] = await rows();
    expect(second).toMatchObject({ network: null, salt: null, personalHash: null });
    expect(first?.personalHash).not.toBe(third?.personalHash);
    expect(first?.network).toBe(third?.network ?? "");
  });
});

describe("whoever can change the database cannot, unnoticed,", () => {
  const ATTACKS: Readonly<Record<string, (world: World) => Promise<void>>> = {
    "change what was done": ({ change }) => change(137, { action: "points.credited" }),
    "change who did it": ({ change, stranger }) => change(137, { actorId: stranger.id }),
    "change to whom it was done": ({ change, stranger }) => change(137, { subject: stranger.id }),
    "change when it was done": ({ change }) => change(137, { at: new Date(0) }),
    "change what it was before": ({ change }) => change(137, { before: { points: 1 } }),
    "change what it was after": ({ change }) => change(137, { after: { points: 1 } }),
    "change by which request it was done": ({ change }) => change(137, { requestId: "0191" }),
    "make it look as if it was never personal": ({ change }) =>
      change(137, { network: null, browser: null, salt: null, personalHash: null }),
  };
  for (const [name, attack] of Object.entries(ATTACKS))
    test(name, async () => {
      const world = await setUp();
      await attack(world);
      expect((await world.verify())?.broken).toMatchObject({ position: 137, fault: "changed" });
    });

  test("change from where it was done, or forget it without an erasure", async () => {
    const { change, rows, verify } = await setUp();
    const before = (await rows())[136];
    const broken = { position: 137, fault: "personal", id: before?.id };
    await change(137, { network: "198.51.100.0/24" });
    expect((await verify())?.broken).toEqual(broken as never);
    await change(137, { network: before?.network ?? null, browser: "Safari on iPhone" });
    expect((await verify())?.broken).toEqual(broken as never);
    await change(137, { network: null, browser: null });
    expect((await verify())?.broken).toEqual(broken as never);
    await change(137, { salt: null });
    expect((await verify())?.broken).toEqual(broken as never);
    // What says nothing of where it came from cannot be given a place either.
    await change(137, {
      network: before?.network ?? null,
      browser: before?.browser ?? null,
      salt: before?.salt ?? null,
    });
    await change(136, { network: "198.51.100.0/24" });
    expect((await verify())?.broken).toMatchObject({ position: 136, fault: "personal" });
  });

  test("remove entries: the first, some, or the end", async () => {
    const first = await setUp();
    await first.remove(1, 1);
    expect((await first.verify())?.broken).toMatchObject({ position: 1, fault: "missing" });
    const some = await setUp();
    await some.remove(100, 102);
    expect((await some.verify())?.broken).toEqual({ position: 100, fault: "missing", id: null });
    const end = await setUp();
    await end.remove(249, 250);
    expect((await end.verify())?.broken).toEqual({ position: 249, fault: "cut", id: null });
    // New entries do not close the gap.
    await end.write({ actorId: null, action: "session.refused", subject: null });
    await end.seal();
    expect((await end.verify())?.broken).toMatchObject({ position: 249, fault: "missing" });
    const all = await setUp();
    await all.remove(1, 250);
    expect((await all.verify())?.broken).toMatchObject({ position: 1, fault: "cut" });
  });

  test("put an entry into the middle or at the end, or let two change places", async () => {
    const { change, verify, rows } = await setUp();
    await change(100, { position: 1000 });
    await change(101, { position: 100 });
    await change(1000, { position: 101 });
    expect((await verify())?.broken).toMatchObject({ position: 100, fault: "changed" });
    const appended = await setUp();
    const last = (await appended.rows()).at(-1);
    const forged = {
      id: (last?.id ?? 0) + 1,
      at: appended.clock.now(),
      actorId: null,
      action: "account.erased",
      subject: appended.admin.id,
      before: null,
      after: null,
      requestId: null,
      personalHash: null,
    };
    await appended.write({ actorId: null, action: "account.erased", subject: appended.admin.id });
    await appended.store.write(async (tx) => {
      const hash = entryHashOf(251, last?.hash ?? "", forged);
      const sealed = { position: 251, hash, network: null, browser: null };
      await tx
        .update(appended.audit)
        .set({ ...sealed, requestId: null })
        .where(eq(appended.audit.id, forged.id));
    });
    expect((await appended.verify())?.broken).toMatchObject({ position: 251, fault: "replaced" });
    expect(await rows()).toHaveLength(250);
  });

  test("say that the chain ended elsewhere, or never was", async () => {
    const { remove, setHead, forgetHead, verify, rows } = await setUp();
    const [, , third] = await rows();
    await setHead({ position: 3, hash: third?.hash, sealedAt: "2026-03-01T12:00:00.000Z" });
    expect((await verify())?.broken).toMatchObject({ position: 4, fault: "replaced" });
    await forgetHead();
    expect((await verify())?.broken).toMatchObject({ position: 1, fault: "replaced" });
    await remove(1, 2);
    expect((await verify())?.broken).toMatchObject({ position: 1, fault: "missing" });
  });

  test("write the whole chain anew: the log knows where it ended", async () => {
    const { store, audit, seal, verify, change, remove, forgetHead, logged } = await setUp();
    const [sealed] = logged("audit.sealed");
    const witness = { position: Number(sealed?.["position"]), hash: String(sealed?.["hash"]) };
    expect(await verify(witness)).toMatchObject({ entries: 250, broken: null });
    await change(137, { actorId: null });
    await store.write(async (tx) => {
      await tx.update(audit).set({ position: null, hash: null, salt: null, personalHash: null });
    });
    await forgetHead();
    await seal();
    expect(await verify()).toMatchObject({ entries: 250, broken: null });
    expect((await verify(witness))?.broken).toMatchObject({ position: 250, fault: "replaced" });
    await remove(250, 250);
    expect((await verify(witness))?.broken).toMatchObject({ position: 250, fault: "cut" });
  });

  test("keep entries from becoming part of it", async () => {
    const { clock, verify, change, write } = await setUp(3);
    await write({ actorId: null, action: "session.refused", subject: null });
    expect(await verify()).toMatchObject({ broken: null, oldestUnsealed: null });
    clock.advance(5 * MINUTE_MS + 1);
    expect(await verify()).toMatchObject({ entries: 3, oldestUnsealed: { id: 4 } });
    await change(2, { position: null });
    expect((await verify())?.broken).toMatchObject({ position: 2, fault: "missing" });
  });
});

describe("an erased person", () => {
  test("leaves the chain whole, without network and browser; what others did to them keeps theirs", async () => {
    const { app, store, clock, member, admin, audit, write, seal, close, verify } = await setUp(10);
    await write({ actorId: member.id, action: "account.changed", subject: member.id });
    await write({ actorId: null, action: "session.refused", subject: member.id });
    await seal();
    // One more, which is not sealed yet when they are erased.
    await write({ actorId: member.id, action: "session.ended", subject: member.id });
    await close(member.id);
    clock.advance(CLOSED_ACCOUNT_KEPT_MS);
    const job = siteJobs(app.deps).find(({ name }) => name === "erase-closed");
    await job?.run(never);
    await seal();
    expect(await verify()).toMatchObject({ entries: 14, broken: null });
    const found = await store.read.select().from(audit).orderBy(audit.id);
    const theirs = found.filter(({ actorId, subject }) => (actorId ?? subject) === member.id);
    expect(theirs.length).toBeGreaterThan(3);
    for (const { network, browser, salt } of theirs)
      expect({ network, browser, salt }).toEqual({ network: null, browser: null, salt: null });
    const ofAdmin = found.filter(({ actorId }) => actorId === admin.id);
    expect(ofAdmin).toHaveLength(5);
    for (const row of ofAdmin) expect(row.network).toBe(REQUEST.network);
    // The erasure of one does not excuse that of another.
    await store.write(async (tx) => {
      const gone = { network: null, browser: null, salt: null };
      await tx.update(audit).set(gone).where(eq(audit.actorId, admin.id));
    });
    expect((await verify())?.broken).toMatchObject({ position: 1, fault: "personal" });
  });
});

/** A den in which it is time to follow the chain. */
const night = async (lines = 3) => {
  const world = await setUp(lines);
  const { app, store, clock, audit } = world;
  clock.advance(DAY_MS - (clock.now().getTime() % DAY_MS) + 12 * HOUR_MS);
  const { notifications } = store.tables;
  const job = verifyAuditJob(asSite(app.deps));
  return {
    ...world,
    run: () => job.run(never),
    alarms: async () => (await store.read.select().from(notifications)).map((row) => row.subject),
    broken: () => store.read.select().from(audit).where(eq(audit.action, "audit.chain_broken")),
  };
};

describe("every night", () => {
  test("a whole chain is noted in the log alone", async () => {
    const { run, alarms, broken, logged } = await night();
    await run();
    await run();
    expect(await alarms()).toEqual([]);
    expect(await broken()).toEqual([]);
    expect(logged("audit.verified")).toMatchObject([{ entries: 3, position: 3 }]);
  });

  test("a broken one is told to the Admins, once, and written into the audit", async () => {
    const { run, alarms, broken, change, logged, clock, seal } = await night();
    await change(2, { subject: "somebody" });
    await run();
    await run();
    expect(await alarms()).toEqual(["The audit log was changed"]);
    expect(await broken()).toMatchObject([{ after: { position: 2, reason: "changed" } }]);
    expect(logged("audit.chain_broken")).toMatchObject([{ level: "error", position: 2 }]);
    await seal();
    clock.advance(DAY_MS);
    await run();
    expect(await alarms()).toHaveLength(2);
  });

  test("entries that nothing seals are told of; what waits just after a start is not", async () => {
    const { app, run, alarms, write, clock } = await night();
    await write({ actorId: null, action: "session.refused", subject: null });
    clock.advance(HOUR_MS);
    await run();
    expect(await alarms()).toEqual([]);
    await sealAudit(asSite(app.deps), never);
    await run();
    expect(await alarms()).toEqual([]);
    await write({ actorId: null, action: "session.refused", subject: null });
    clock.advance(DAY_MS);
    await run();
    await run();
    expect(await alarms()).toEqual(["The audit log is not being sealed"]);
  });
});
