import { describe, expect, test } from "bun:test";
import type { AuditAction } from "#shared/constants/audit.ts";
import { MESSAGES } from "#shared/messages.ts";
import { addUser } from "#tests/support/accounts.ts";
import { systemIn } from "#tests/support/context.ts";
import { appWithPeople, refusalOf, type TestPerson } from "#tests/support/people.ts";

type Query = Parameters<TestPerson["administration"]["audit"]["query"]>[0];

const at = (time: string) => `2026-03-01T${time}.000Z`;

const setUp = async () => {
  const world = await appWithPeople();
  const { store, clock, admin } = world;
  const write = (action: AuditAction, actorId: string | null, subject: string | null) =>
    systemIn(store, clock).write((tx) => tx.audit({ actorId, action, subject }));
  const list = async (query: Query = {}) => (await admin.administration.audit.query(query)).items;
  const actions = async (query: Query = {}) => (await list(query)).map(({ action }) => action);
  return { ...world, write, list, actions };
};

describe("the audit, as Admins see it", () => {
  test("says who did what to whom, with the names of now, and keeps none", async () => {
    const { app, store, clock, member, admin, write, list } = await setUp();
    await admin.administration.promote.mutate({ id: member.id });
    clock.advance(1000);
    await write("notification.removed", admin.id, "42");
    await write("session.refused", null, null);
    await write("account.removed", null, "a former id");
    const erased = await addUser(store, clock, {
      firstName: "Deleted",
      lastName: "member",
      erasedAt: clock.now(),
    });
    await write("account.erased", null, erased);
    await member.ask("PUT", "/api/Auth/update-account", { firstName: "Augusta" });
    const root = { id: admin.id, firstName: "Root", lastName: "Lynx" };
    const augusta = { id: member.id, firstName: "Augusta", lastName: "Lynx" };
    const nobody = { actorId: null, actor: null, subjectPerson: null, before: null, after: null };
    const [changed, ...others] = await list();
    expect(changed).toMatchObject({
      action: "account.changed",
      actor: augusta,
      subjectPerson: augusta,
    });
    expect(others).toMatchObject([
      {
        ...nobody,
        at: clock.now().toISOString(),
        action: "account.erased",
        subject: erased,
        subjectPerson: { id: erased, firstName: "Deleted", lastName: "member" },
      },
      {
        ...nobody,
        at: clock.now().toISOString(),
        action: "account.removed",
        subject: "a former id",
      },
      { ...nobody, at: clock.now().toISOString(), action: "session.refused", subject: null },
      {
        ...nobody,
        at: clock.now().toISOString(),
        action: "notification.removed",
        actorId: admin.id,
        actor: root,
        subject: "42",
      },
      {
        at: new Date(clock.now().getTime() - 1000).toISOString(),
        action: "account.promoted",
        actorId: admin.id,
        actor: root,
        subject: member.id,
        subjectPerson: augusta,
        before: { role: "User" },
        after: { role: "Admin" },
      },
    ]);
    const stored = JSON.stringify(await app.deps.store.read.select().from(store.tables.audit));
    for (const word of ["Ada", "Augusta", "Lynx", "Root", "@"]) expect(stored).not.toContain(word);
  });

  test("is narrowed by action, by who, by whom, and by several at once", async () => {
    const { member, stranger, admin, write, actions } = await setUp();
    await write("session.started", member.id, member.id);
    await write("account.promoted", admin.id, member.id);
    await write("account.demoted", admin.id, stranger.id);
    await write("session.started", stranger.id, stranger.id);
    expect(await actions({ action: "session.started" })).toHaveLength(2);
    expect(await actions({ actorId: admin.id })).toEqual(["account.demoted", "account.promoted"]);
    expect(await actions({ subject: member.id })).toEqual(["account.promoted", "session.started"]);
    expect(await actions({ actorId: admin.id, subject: stranger.id })).toEqual(["account.demoted"]);
    expect(await actions({ action: "account.promoted", subject: stranger.id })).toEqual([]);
    expect(await actions({ actorId: "nobody" })).toEqual([]);
  });

  test("is narrowed to a period: its first moment belongs to it, its end does not", async () => {
    const { clock, member, write, actions } = await setUp();
    const acts = [
      ["12:00:00", "session.started"],
      ["12:05:00", "account.changed"],
      ["12:10:00", "link.added"],
      ["12:15:00", "session.ended"],
    ] as const;
    for (const [time, action] of acts) {
      clock.set(at(time));
      await write(action, member.id, member.id);
    }
    const all = ["session.ended", "link.added", "account.changed", "session.started"];
    expect(await actions({ from: at("12:00:00") })).toEqual(all);
    expect(await actions({ from: at("12:05:00") })).toEqual(all.slice(0, 3));
    expect(await actions({ until: at("12:10:00") })).toEqual(all.slice(2));
    expect(await actions({ from: at("12:05:00"), until: at("12:10:00") })).toEqual([
      "account.changed",
    ]);
    expect(await actions({ from: at("12:05:00"), action: "session.ended" })).toEqual([
      "session.ended",
    ]);
    expect(await actions({ from: at("12:06:00"), until: at("12:06:00") })).toEqual([]);
    expect(await actions({ from: at("13:00:00") })).toEqual([]);
  });

  test("takes moments of all years, on every database", async () => {
    const { member, write, actions } = await setUp();
    await write("link.added", member.id, member.id);
    const [first, last] = ["0000-01-01T00:00:00Z", "9999-12-31T23:59:59Z"];
    expect(await actions({ from: first, until: last })).toEqual(["link.added"]);
    expect(await actions({ until: first })).toEqual([]);
    expect(await actions({ from: last })).toEqual([]);
  });

  test("a period finds entries whose clock was a little behind or ahead", async () => {
    const { clock, member, write, actions } = await setUp();
    for (const [time, action] of [
      ["12:00:30", "session.started"],
      ["12:00:10", "account.changed"],
      ["12:00:40", "link.added"],
      ["12:00:20", "session.ended"],
    ] as const) {
      clock.set(at(time));
      await write(action, member.id, member.id);
    }
    expect(await actions({ from: at("12:00:25") })).toEqual(["link.added", "session.started"]);
    expect(await actions({ until: at("12:00:25") })).toEqual(["session.ended", "account.changed"]);
  });

  test("comes in pages without gaps, and refuses what is no page or filter of it", async () => {
    const { app, member, stranger, admin, write, list } = await setUp();
    for (let number = 0; number < 7; number += 1) await write("session.started", null, null);
    const all = (await list()).map(({ id }) => id);
    const paged: number[] = [];
    let cursor: string | null = null;
    do {
      const page: { items: { id: number }[]; nextCursor: string | null } =
        await admin.administration.audit.query({ cursor, limit: 3 });
      paged.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(paged).toEqual(all);
    expect(paged).toEqual(all.toSorted((a, b) => b - a));
    expect(paged).toHaveLength(7);
    for (const query of [{ cursor: "x" }, { from: "yesterday" }, { action: "made.up" }])
      expect((await refusalOf(admin.administration.audit.query(query as Query)))[0]).toBe(400);
    for (const who of [member, stranger])
      expect(await refusalOf(who.administration.audit.query({}))).toEqual([
        403,
        MESSAGES.accessDenied,
      ]);
    expect((await app.request("/api/trpc/administration.audit?input=%7B%7D")).status).toBe(401);
  });
});
