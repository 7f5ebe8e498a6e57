import { describe, expect, test } from "bun:test";
import { and, eq, isNull, notInArray } from "drizzle-orm";
import { appRouter } from "#server/trpc/router.ts";
import { ACCOUNT, PASSWORD_RESET, LOGIN } from "#shared/account-messages.ts";
import { STEP_UP } from "#shared/account-messages.ts";
import { ADMINISTRATION } from "#shared/admin-messages.ts";
import { CLOSED_ACCOUNT_KEPT_MS } from "#shared/constants/accounts.ts";
import { AUDIT_READS } from "#shared/constants/audit.ts";
import { MESSAGES, SIGN_IN } from "#shared/messages.ts";
import { addMember, addUser, PASSWORD } from "#tests/support/accounts.ts";
import { asMember } from "#tests/support/context.ts";
import { hear } from "#tests/support/events.ts";
import { httpClient } from "#tests/support/http-client.ts";
import {
  appWithPeople,
  person,
  refusalOf,
  type TestPerson,
  TICKET,
} from "#tests/support/people.ts";
import { mailedSecret, NEW_PASSWORD, queuedMails } from "#tests/support/registration.ts";
import { rejectionOf } from "#tests/support/rejection.ts";

const setUp = async () => {
  const world = await appWithPeople();
  const { app, store } = world;
  const { users, audit, sessions } = store.tables;
  const userOf = async (id: string) => {
    const [user] = await store.read.select().from(users).where(eq(users.id, id));
    if (user === undefined) throw new Error("There is no such user.");
    return user;
  };
  const entries = async () => {
    const isAct = notInArray(audit.action, [...AUDIT_READS]);
    const rows = await store.read.select().from(audit).where(isAct).orderBy(audit.id);
    return rows.map(({ actorId, action, subject, before, after }) => ({
      actorId,
      action,
      subject,
      before,
      after,
    }));
  };
  const sessionsOf = (id: string) =>
    store.read.select().from(sessions).where(eq(sessions.userId, id));
  const activeAdmins = () =>
    store.read
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.role, "Admin"), isNull(users.deactivatedAt)));
  const secondAdmin = () => person(app, { role: "Admin", firstName: "Second" });
  return { ...world, userOf, entries, sessionsOf, activeAdmins, secondAdmin };
};

const statusOf = async (who: TestPerson) => (await who.ask("GET", "/api/Auth/me")).status;
const replyOf = async (response: Response) => [response.status, await response.text()];

const ACTS = ["promote", "demote", "deactivate", "reactivate", "endSessions"] as const;

describe("every act of an Admin", () => {
  test("is refused to members with nothing done, and of nobody it is 404", async () => {
    const { clock, store, member, stranger, admin, entries, userOf } = await setUp();
    const erased = await addUser(store, clock, { erasedAt: clock.now() });
    const before = await userOf(stranger.id);
    for (const act of ACTS) {
      const ask = (who: TestPerson, id: string) => who.administration[act].mutate({ id });
      expect(await refusalOf(ask(member, stranger.id))).toEqual([403, MESSAGES.accessDenied]);
      for (const id of ["nobody", erased])
        expect(await refusalOf(ask(admin, id))).toEqual([404, ADMINISTRATION.unknown]);
      expect((await refusalOf(ask(admin, "")))[0]).toBe(400);
    }
    expect(await userOf(stranger.id)).toEqual(before);
    expect(await entries()).toEqual([]);
  });
});

test("whoever was demoted or deactivated since the request came does nothing more", async () => {
  const { app, store, member, secondAdmin, admin, userOf } = await setUp();
  const makes = { name: "Island", scopes: ["points:read"], games: ["rust"] } as const;
  const key = { name: makes.name, scopes: [...makes.scopes], games: [...makes.games] };
  const { bridgeKeys, pointEntries } = store.tables;
  const ticket = await member.tickets.create.mutate(TICKET);
  for (const act of ["demote", "deactivate"] as const) {
    const second = await secondAdmin();
    const { bridge, points, administration, notifications, tickets, messages } =
      appRouter.createCaller(asMember(app.deps, { userId: second.id, role: "Admin" }));
    const { id } = await bridge.makeKey(key);
    const news = { subject: "News", message: "Hello.", isGlobal: true, targetUserIds: [] };
    const sent = await notifications.create(news);
    const own = await tickets.create(TICKET);
    const people = { ...TICKET, assignedUserIds: [member.id] };
    await admin.administration[act].mutate({ id: second.id });
    const { id: userProfileId } = member;
    for (const late of [
      () => bridge.makeKey(key),
      () => bridge.revokeKey({ id }),
      () => points.edit({ userProfileId, oldPoints: 0, points: 5 }),
      () => administration.promote({ id: userProfileId }),
      () => notifications.create(news),
      () => notifications.remove({ id: sent.id }),
      () => tickets.assign({ id: ticket.id }),
      () => tickets.assign({ id: ticket.id, userId: admin.id }),
      () => tickets.close({ id: ticket.id }),
      () => tickets.create(people),
      () => tickets.edit({ ...people, id: own.id }),
      () => messages.send({ messageGroupId: ticket.id, content: "Hello." }),
    ])
      expect<string[]>([MESSAGES.accessDenied, SIGN_IN.endedElsewhere]).toContain(
        (await rejectionOf(late())).message,
      );
  }
  const keys = await store.read.select({ revokedAt: bridgeKeys.revokedAt }).from(bridgeKeys);
  // By the end of their maker's being an Admin, and not once more by the late call.
  expect(keys).toEqual([{ revokedAt: app.clock.now() }, { revokedAt: app.clock.now() }]);
  expect(await store.read.select().from(pointEntries)).toEqual([]);
  expect((await userOf(member.id)).role).toBe("User");
  expect(await member.tickets.byId.query({ id: ticket.id })).toEqual(ticket);
});

describe("[ADMIN-01] promoting and demoting", () => {
  test("gives and takes the doors of Admins with the next request, ends no session, and is written down", async () => {
    const { app, member, admin, userOf, entries } = await setUp();
    const events = await hear(app.deps.store);
    const promoted = await admin.ask("POST", `/api/userprofile/promote/${member.id}`);
    expect(promoted.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(await replyOf(promoted)).toEqual([200, "User promoted to Admin."]);
    expect((await member.administration.users.query({})).items).toHaveLength(3);
    expect(await events()).toEqual([{ type: "account.changed", userId: member.id }]);
    const demoted = await admin.ask("POST", `/api/UserProfile/Demote/${member.id}`);
    expect(await replyOf(demoted)).toEqual([200, ADMINISTRATION.demoted]);
    expect(await refusalOf(member.administration.users.query({}))).toEqual([
      403,
      MESSAGES.accessDenied,
    ]);
    expect(await statusOf(member)).toBe(200);
    expect((await userOf(member.id)).role).toBe("User");
    const whose = { actorId: admin.id, subject: member.id };
    const [asUser, asAdmin] = [{ role: "User" }, { role: "Admin" }];
    expect(await entries()).toEqual([
      { ...whose, action: "account.promoted", before: asUser, after: asAdmin },
      { ...whose, action: "account.demoted", before: asAdmin, after: asUser },
    ]);
  });

  test("is refused by REST as by tRPC: 401, 403, 404 and 409 as text", async () => {
    const { app, member, stranger, admin } = await setUp();
    for (const action of ["promote", "demote"]) {
      const path = `/api/userprofile/${action}`;
      const guest = await app.request(`${path}/${member.id}`, { method: "POST" });
      expect(guest.status).toBe(401);
      expect(await replyOf(await member.ask("POST", `${path}/${stranger.id}`))).toEqual([
        403,
        MESSAGES.accessDenied,
      ]);
      for (const id of ["nobody", "x".repeat(100)])
        expect(await replyOf(await admin.ask("POST", `${path}/${id}`))).toEqual([
          404,
          ADMINISTRATION.unknown,
        ]);
    }
    expect(await replyOf(await admin.ask("POST", `/api/userprofile/demote/${admin.id}`))).toEqual([
      409,
      ACCOUNT.lastAdmin,
    ]);
  });

  test("of who is one already, or is none, changes and says nothing new", async () => {
    const { app, member, admin, entries } = await setUp();
    const events = await hear(app.deps.store);
    expect(await admin.administration.promote.mutate({ id: admin.id })).toBe(
      ADMINISTRATION.promoted,
    );
    expect(await admin.administration.demote.mutate({ id: member.id })).toBe(
      ADMINISTRATION.demoted,
    );
    expect(await entries()).toEqual([]);
    expect(await events()).toEqual([]);
  });

  test("a deactivated account is not promoted", async () => {
    const { clock, store, admin, userOf } = await setUp();
    const closed = { deactivatedAt: clock.now(), deactivatedBy: "owner" } as const;
    const id = await addUser(store, clock, closed);
    expect(await refusalOf(admin.administration.promote.mutate({ id }))).toEqual([
      409,
      ADMINISTRATION.promoteDeactivated,
    ]);
    expect((await userOf(id)).role).toBe("User");
  });
});

describe("[ADMIN-02] the last active Admin", () => {
  test("can be neither demoted nor deactivated, whoever else has the role but cannot log in", async () => {
    const { clock, store, admin, userOf, activeAdmins } = await setUp();
    const closed = { deactivatedAt: clock.now(), deactivatedBy: "admin" } as const;
    await addUser(store, clock, { role: "Admin", ...closed });
    await addUser(store, clock, { role: "Admin", verifiedAt: null });
    for (const act of ["demote", "deactivate"] as const)
      expect(await refusalOf(admin.administration[act].mutate({ id: admin.id }))).toEqual([
        409,
        ACCOUNT.lastAdmin,
      ]);
    expect(await userOf(admin.id)).toMatchObject({ role: "Admin", deactivatedAt: null });
    expect(await statusOf(admin)).toBe(200);
    expect((await activeAdmins()).map(({ id }) => id)).toContain(admin.id);
  });

  test("two who demote, or deactivate, each other at once leave one", async () => {
    for (const act of ["demote", "deactivate"] as const) {
      const { admin, secondAdmin, activeAdmins } = await setUp();
      const second = await secondAdmin();
      const outcomes = await Promise.allSettled([
        admin.administration[act].mutate({ id: second.id }),
        second.administration[act].mutate({ id: admin.id }),
      ]);
      expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
      const left = await activeAdmins();
      expect(left).toHaveLength(1);
      const winner = outcomes[0].status === "fulfilled" ? admin : second;
      expect(left[0]?.id).toBe(winner.id);
    }
  });

  test("three who demote each other in a ring leave at least one, and no one who was demoted acts", async () => {
    const { admin, secondAdmin, activeAdmins, entries } = await setUp();
    const ring = [admin, await secondAdmin(), await secondAdmin()];
    await Promise.allSettled(
      ring.map((who, index) =>
        who.administration.demote.mutate({ id: ring[(index + 1) % ring.length]?.id ?? "" }),
      ),
    );
    expect((await activeAdmins()).length).toBeGreaterThan(0);
    const demoted = new Set<string | null>();
    for (const { actorId, subject } of await entries()) {
      expect(demoted).not.toContain(actorId);
      demoted.add(subject);
    }
    expect((await activeAdmins()).length).toBe(3 - demoted.size);
  });

  test("may demote themself where another one is there", async () => {
    const { admin, secondAdmin, userOf } = await setUp();
    await secondAdmin();
    expect(await admin.administration.demote.mutate({ id: admin.id })).toBe(ADMINISTRATION.demoted);
    expect((await userOf(admin.id)).role).toBe("User");
    expect(await refusalOf(admin.administration.audit.query({}))).toEqual([
      403,
      MESSAGES.accessDenied,
    ]);
  });
});

describe("[ADMIN-03] deactivating somebody's account", () => {
  test("signs them out everywhere at once, tells their owner by mail, and is written down", async () => {
    const { app, member, admin, userOf, entries, sessionsOf, clock } = await setUp();
    const elsewhere = await person(app, member.id);
    const events = await hear(app.deps.store);
    expect(await admin.administration.deactivate.mutate({ id: member.id })).toBe(
      ADMINISTRATION.deactivated,
    );
    expect(await userOf(member.id)).toMatchObject({
      deactivatedAt: clock.now(),
      deactivatedBy: "admin",
      erasedAt: null,
    });
    expect([await statusOf(member), await statusOf(elsewhere)]).toEqual([401, 401]);
    expect(await sessionsOf(member.id)).toEqual([]);
    const ended = { userId: member.id, sessionId: null };
    expect(await events()).toEqual([
      { type: "session.ended", ...ended },
      { type: "account.changed", userId: member.id },
    ]);
    expect(await queuedMails(app)).toMatchObject([
      { template: "security", data: { event: "accountClosed" } },
    ]);
    expect(await entries()).toEqual([
      {
        actorId: admin.id,
        action: "account.deactivated",
        subject: member.id,
        before: { isActive: true },
        after: { isActive: false, deactivatedBy: "admin", sessions: 2 },
      },
    ]);
    expect(await refusalOf(admin.administration.deactivate.mutate({ id: member.id }))).toEqual([
      409,
      ADMINISTRATION.alreadyDeactivated,
    ]);
    expect(await entries()).toHaveLength(1);
  });

  test("is not undone by the reset mail, not even by one that was sent before", async () => {
    const { app, admin, userOf } = await setUp();
    const { id, email } = await addMember(app.deps);
    const guest = httpClient(app);
    const reset = async (token: string) => {
      const passwords = { newPassword: NEW_PASSWORD, confirmPassword: NEW_PASSWORD };
      const body = { token, ...passwords };
      const response = await guest.ask("POST", "/api/Auth/reset-password", body);
      return [response.status, await response.json()];
    };
    await guest.ask("POST", "/api/Auth/request-password-reset", { email });
    const token = await mailedSecret(app, "reset");
    await admin.administration.deactivate.mutate({ id });
    expect(await reset(token)).toMatchObject([400, { error: PASSWORD_RESET.tokenInvalid }]);
    const queued = await queuedMails(app);
    await guest.ask("POST", "/api/Auth/request-password-reset", { email });
    expect(await queuedMails(app)).toEqual(queued);
    expect((await userOf(id)).deactivatedBy).toBe("admin");
    expect(await replyOf(await guest.login(email, PASSWORD))).toEqual([401, LOGIN.deactivated]);
    await admin.administration.reactivate.mutate({ id });
    expect((await guest.login(email, PASSWORD)).status).toBe(200);
  });

  test("an Admin is deactivated by another, but nobody closes their own account here", async () => {
    const { admin, secondAdmin, userOf } = await setUp();
    const second = await secondAdmin();
    expect(await refusalOf(admin.administration.deactivate.mutate({ id: admin.id }))).toEqual([
      409,
      ADMINISTRATION.ownAccount,
    ]);
    await admin.administration.deactivate.mutate({ id: second.id });
    expect(await userOf(second.id)).toMatchObject({ role: "Admin", deactivatedBy: "admin" });
    expect(await statusOf(second)).toBe(401);
  });
});

describe("[ADMIN-03] reactivating an account", () => {
  test("that an Admin closed asks who one is", async () => {
    const { app, clock, member, admin } = await setUp();
    await admin.administration.deactivate.mutate({ id: member.id });
    const later = await person(app, admin.id);
    clock.advance(app.deps.config.community.security.stepUpMs + 1);
    expect(await refusalOf(later.administration.reactivate.mutate({ id: member.id }))).toEqual([
      403,
      STEP_UP.asked,
    ]);
  });

  test("brings back what an Admin closed, however long ago", async () => {
    const { app, clock, member, admin, userOf, entries } = await setUp();
    await admin.administration.deactivate.mutate({ id: member.id });
    clock.advance(CLOSED_ACCOUNT_KEPT_MS * 3);
    const now = await person(app, admin.id);
    const events = await hear(app.deps.store);
    expect(await now.administration.reactivate.mutate({ id: member.id })).toBe(
      ADMINISTRATION.reactivated,
    );
    expect(await userOf(member.id)).toMatchObject({ deactivatedAt: null, deactivatedBy: null });
    expect(await events()).toEqual([{ type: "account.changed", userId: member.id }]);
    expect((await entries()).at(-1)).toEqual({
      actorId: admin.id,
      action: "account.reactivated",
      subject: member.id,
      before: { isActive: false, deactivatedBy: "admin" },
      after: { isActive: true },
    });
    expect(await refusalOf(now.administration.reactivate.mutate({ id: member.id }))).toEqual([
      409,
      ADMINISTRATION.alreadyActive,
    ]);
  });

  test("brings back what its owner closed, for 30 days", async () => {
    const { app, clock, store, admin, userOf } = await setUp();
    const closed = { deactivatedAt: clock.now(), deactivatedBy: "owner" } as const;
    const [one, other] = [await addUser(store, clock, closed), await addUser(store, clock, closed)];
    clock.advance(CLOSED_ACCOUNT_KEPT_MS - 1);
    const late = await person(app, admin.id);
    await late.administration.reactivate.mutate({ id: one });
    expect((await userOf(one)).deactivatedAt).toBeNull();
    clock.advance(1);
    expect(await refusalOf(late.administration.reactivate.mutate({ id: other }))).toEqual([
      409,
      ADMINISTRATION.beingErased,
    ]);
    expect((await userOf(other)).deactivatedBy).toBe("owner");
  });
});

describe("[ADMIN-03] ending somebody's sessions", () => {
  test("signs them out everywhere, nobody else, and is written down once", async () => {
    const { app, member, stranger, admin, entries } = await setUp();
    const elsewhere = await person(app, member.id);
    const events = await hear(app.deps.store);
    const end = () => admin.administration.endSessions.mutate({ id: member.id });
    expect(await end()).toBe(ADMINISTRATION.sessionsEnded);
    expect([await statusOf(member), await statusOf(elsewhere)]).toEqual([401, 401]);
    expect([await statusOf(stranger), await statusOf(admin)]).toEqual([200, 200]);
    const ended = { userId: member.id, sessionId: null };
    expect(await events()).toEqual([
      { type: "session.ended", ...ended },
      { type: "account.changed", userId: member.id },
    ]);
    expect(await end()).toBe(ADMINISTRATION.sessionsEnded);
    expect(await entries()).toEqual([
      {
        actorId: admin.id,
        action: "session.ended",
        subject: member.id,
        before: null,
        after: { sessions: 2 },
      },
    ]);
  });

  test("one's own too: no fresh token comes along", async () => {
    const { app, clock, admin } = await setUp();
    clock.advance(13 * 60 * 60_000);
    const response = await admin.ask("POST", "/api/trpc/administration.endSessions", {
      id: admin.id,
    });
    expect(response.status).toBe(200);
    expect(response.headers.get("x-auth-token")).toBeNull();
    expect(await statusOf(admin)).toBe(401);
    expect(await statusOf(await person(app, admin.id))).toBe(200);
  });
});
