import { describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { DAY_MS } from "#shared/constants/time.ts";
import { MESSAGES } from "#shared/messages.ts";
import { CALLS } from "#shared/proof-messages.ts";
import { STRIKES } from "#shared/strike-messages.ts";
import { withLimits } from "#tests/support/app.ts";
import { mailServer } from "#tests/support/mail.ts";
import { person, refusalOf, TICKET } from "#tests/support/people.ts";
import { strikeOf, strikerOf, strikeWorld } from "#tests/support/strikes.ts";

describe("[STRIKE-01] a strike", () => {
  test("is issued with its rule as it reads then, told to the member, and audited", async () => {
    const { url } = await mailServer();
    const world = await strikeWorld({ env: { SMTP_URL: url, MAIL_FROM: "den@lynxden.example" } });
    const { store, clock, member, moderator, strike, audited } = world;
    const issued = await strike({
      remark: "Third time.",
      evidence: ["https://clips.example/1", "https://clips.example/1"],
      forbids: ["playing", "writing"],
    });
    const rules = await moderator.strikes.rules.query();
    const rule = rules.find(({ id }) => id === "ase-1-1");
    expect(rule).toMatchObject({ number: "ASE 1.1", text: expect.stringMatching(/^[A-Z].+\.$/) });
    const endsAt = new Date(clock.now().getTime() + 7 * DAY_MS).toISOString();
    expect(issued).toEqual({
      id: issued.id,
      issuedAt: clock.now().toISOString(),
      rule: rule ?? null,
      reason: "Griefed a new tribe.",
      endsAt,
      forbids: ["writing", "playing"],
      state: "active",
      appealTicketId: null,
      member: { id: member.id, firstName: "Ada", lastName: "Lynx" },
      issuer: expect.objectContaining({ id: moderator.id }),
      remark: "Third time.",
      evidence: ["https://clips.example/1"],
      attachments: [],
      ticketId: null,
      lifted: null,
    });
    expect(await audited()).toMatchObject([
      {
        action: "strike.issued",
        actorId: moderator.id,
        subject: member.id,
        after: { strikeId: issued.id, forbids: "playing writing", expiresAt: endsAt },
      },
    ]);
    const { items } = await member.notifications.list.query({});
    expect(items[0]).toMatchObject({ link: `/member/strikes#strike-${issued.id}` });
    expect(items[0]?.message).toContain("You cannot write on tickets or play on the servers until");
    expect(items[0]?.message).not.toContain("Third time.");
    const mails = await store.read.select().from(store.tables.outbox);
    expect(mails.map(({ payload }) => payload)).toMatchObject([
      { template: "strike", data: { strikeId: issued.id, isLifted: false } },
    ]);
  });

  test("[PUSH-01] is told by the bell in any case, by mail and push as its member has chosen", async () => {
    const { clock, member, store, strike } = await strikeWorld({
      env: { SMTP_URL: (await mailServer()).url, MAIL_FROM: "den@lynxden.example" },
    });
    const { outbox, pushNotices, pushSubscriptions } = store.tables;
    const { sessions } = store.tables;
    const [session] = await store.read
      .select()
      .from(sessions)
      .where(eq(sessions.userId, member.id));
    await store.write((tx) =>
      tx.insert(pushSubscriptions).values({
        userId: member.id,
        sessionId: session?.id ?? "",
        endpoint: "https://push.example/1",
        p256dh: "p",
        auth: "a",
        browser: "Firefox",
        createdAt: clock.now(),
        seenAt: clock.now(),
      }),
    );
    const reached = async () => {
      const mails = await store.read.select().from(outbox);
      const pushes = await store.read.select().from(pushNotices);
      const { count } = await member.notifications.unread.query();
      return [count, mails.length, pushes.map(({ topic }) => topic)];
    };
    await strike({ reason: "Told by all." });
    expect(await reached()).toEqual([1, 1, ["strikes"]]);
    await member.preferences.save.mutate({ choices: { strikes: { mail: false, push: false } } });
    // There is no switch for the bell.
    const bell = { choices: { strikes: { bell: false } } } as Parameters<
      typeof member.preferences.save.mutate
    >[0];
    const saved = await member.preferences.save.mutate(bell).catch(() => null);
    expect(saved?.choices.strikes ?? { mail: false, push: false }).toEqual({
      mail: false,
      push: false,
    });
    await strike({ reason: "Told by the bell." });
    expect(await reached()).toEqual([2, 1, ["strikes"]]);
  });

  test("lasts for its term: days, up to the end of a day where the community is, for good", async () => {
    const { clock, strike } = await strikeWorld();
    const now = clock.now().getTime();
    const endOf = async (given: Parameters<typeof strike>[0]) => (await strike(given)).endsAt;
    expect(await endOf({ term: "day" })).toBe(new Date(now + DAY_MS).toISOString());
    expect(await endOf({ term: "month" })).toBe(new Date(now + 30 * DAY_MS).toISOString());
    expect(await endOf({ term: "permanent" })).toBeNull();
    expect(await endOf({ term: "warning", forbids: [] })).toBeNull();
    const end = await endOf({ term: "until", lastDay: "2026-12-24" });
    expect(end?.slice(0, 10)).toMatch(/^2026-12-2[45]$/);
    expect(await refusalOf(strike({ term: "until" }))).toEqual([400, STRIKES.dayNeeded]);
    expect(await refusalOf(strike({ term: "until", lastDay: "2020-01-01" }))).toEqual([
      400,
      STRIKES.dayPast,
    ]);
    expect((await refusalOf(strike({ term: "until", lastDay: "2099-01-01" })))[0]).toBe(400);
  });

  test("names a rule that there is, forbids something unless it is a warning, and links https alone", async () => {
    const { strike, rows } = await strikeWorld();
    for (const [given, sentence] of [
      [{ ruleId: null }, STRIKES.ruleNeeded],
      [{ ruleId: "ase-99-9" }, STRIKES.unknownRule],
      [{ forbids: [] }, STRIKES.forbidsNothing],
      [{ term: "warning" as const }, STRIKES.warningForbids],
    ] satisfies [Parameters<typeof strike>[0], string][])
      expect(await refusalOf(strike(given))).toEqual([400, sentence]);
    for (const evidence of [["http://a.example"], ["javascript:alert(1)"]])
      expect((await refusalOf(strike({ evidence })))[0]).toBe(400);
    for (const reason of ["", " ", "x".repeat(1001)])
      expect((await refusalOf(strike({ reason })))[0]).toBe(400);
    expect(await rows()).toEqual([]);
  });

  test("is issued once under one key, also by two requests at once", async () => {
    const { member, moderator, rows, audited } = await strikeWorld();
    const input = strikeOf(member.id, { idempotencyKey: "press-the-button" });
    const issued = await Promise.all([1, 2, 3].map(() => moderator.strikes.issue.mutate(input)));
    expect(new Set(issued.map(({ id }) => id)).size).toBe(1);
    expect(await rows()).toHaveLength(1);
    expect(await audited()).toHaveLength(1);
    const other = moderator.strikes.issue.mutate({ ...input, reason: "Something else" });
    expect(await refusalOf(other)).toEqual([409, CALLS.usedOnceKey]);
  });

  test("comes from a ticket only where the issuer can see it", async () => {
    const { app, member, moderator, stranger, strike } = await strikeWorld();
    const { id: ticketId } = await stranger.tickets.create.mutate(TICKET);
    expect(await refusalOf(strike({ ticketId }))).toEqual([400, STRIKES.unknownTicket]);
    const helper = await strikerOf(app, ["strikes", "tickets"]);
    const issued = await helper.strikes.issue.mutate(strikeOf(member.id, { ticketId }));
    expect(issued.ticketId).toBe(ticketId);
    const beside = await moderator.strikes.list.query({ ticketId });
    expect(beside.items.map(({ id }) => id)).toEqual([issued.id]);
    // Whose ticket it was is nothing for the member.
    const { items } = await member.strikes.mine.query({});
    expect(JSON.stringify(items)).not.toContain("ticketId");
  });

  test("is limited for whoever issues them", async () => {
    const { strike } = await strikeWorld({ adjust: withLimits({ strikesByMember: 1 }) });
    await strike();
    expect((await refusalOf(strike()))[0]).toBe(429);
  });
});

describe("[STRIKE-02] a strike ends", () => {
  test("by being lifted once, with a reason that the member is told", async () => {
    const { store, member, moderator, strike, audited, clock } = await strikeWorld();
    const { id } = await strike();
    const input = { id, reason: "It was somebody else.", idempotencyKey: "lift-it-once" };
    const [first, second] = await Promise.all([
      moderator.strikes.lift.mutate(input),
      moderator.strikes.lift.mutate(input),
    ]);
    expect(first).toEqual(second);
    expect(first).toMatchObject({
      state: "lifted",
      lifted: {
        at: clock.now().toISOString(),
        by: { id: moderator.id },
        reason: "It was somebody else.",
      },
    });
    expect(await refusalOf(moderator.strikes.lift.mutate({ id, reason: "Again" }))).toEqual([
      409,
      STRIKES.alreadyLifted,
    ]);
    expect((await audited()).map(({ action }) => action)).toEqual([
      "strike.issued",
      "strike.lifted",
    ]);
    const { items } = await member.notifications.list.query({});
    expect(items.some(({ message }) => message.includes("It was somebody else."))).toBe(true);
    expect((await member.strikes.standing.query()).forbidden).toEqual([]);
    expect(await store.read.select().from(store.tables.strikes)).toHaveLength(1);
  });

  test("by the clock, without any job", async () => {
    const { app, member, moderator, strike, clock } = await strikeWorld();
    const { id } = await strike({ term: "day" });
    expect((await member.strikes.standing.query()).forbidden).toMatchObject([{ strikeId: id }]);
    clock.advance(DAY_MS - 1);
    const again = await person(app, member.id);
    expect((await again.strikes.standing.query()).forbidden).toHaveLength(1);
    clock.advance(1);
    expect(await again.strikes.standing.query()).toEqual({
      hasAny: true,
      appealTicketIds: [],
      forbidden: [],
    });
    const later = await person(app, moderator.id);
    expect((await later.strikes.byId.query({ id })).state).toBe("expired");
    expect(await refusalOf(later.strikes.lift.mutate({ id, reason: "Late" }))).toEqual([
      409,
      STRIKES.alreadyOver,
    ]);
  });

  test("never by being edited: there is no call for it", async () => {
    const { app, strike } = await strikeWorld();
    const { id } = await strike();
    for (const method of ["PUT", "PATCH", "DELETE"])
      expect((await app.request(`/api/strikes/${id}`, { method })).status).toBe(405);
  });
});

describe("[STRIKE-03] nobody issues a strike", () => {
  test("against oneself, an Admin, or as no Admin against the team", async () => {
    const { app, admin, member, stranger, moderator } = await strikeWorld();
    const issue = (by: typeof admin, userId: string) =>
      refusalOf(by.strikes.issue.mutate(strikeOf(userId)));
    const other = await strikerOf(app, ["site"]);
    expect(await issue(moderator, moderator.id)).toEqual([403, STRIKES.team]);
    expect(await issue(admin, admin.id)).toEqual([403, STRIKES.own]);
    expect(await issue(moderator, admin.id)).toEqual([403, STRIKES.team]);
    const second = await person(app, { role: "Admin" });
    expect(await issue(second, admin.id)).toEqual([403, STRIKES.admin]);
    expect(await issue(moderator, other.id)).toEqual([403, STRIKES.team]);
    expect(await issue(member, stranger.id)).toEqual([403, MESSAGES.accessDenied]);
    expect(await issue(moderator, "nobody")).toEqual([404, STRIKES.unknownMember]);
    const against = await admin.strikes.issue.mutate(strikeOf(other.id));
    const lifting = moderator.strikes.lift.mutate({ id: against.id, reason: "Please" });
    expect(await refusalOf(lifting)).toEqual([403, STRIKES.team]);
    const own = await admin.strikes.issue.mutate(strikeOf(moderator.id));
    // An Admin can lift it, and the moderator cannot lift their own.
    expect((await refusalOf(moderator.strikes.lift.mutate({ id: own.id, reason: "Me" })))[0]).toBe(
      403,
    );
  });
});

describe("[STRIKE-05] who sees a strike", () => {
  test("a member their own, without remark, evidence and who issued it but the name", async () => {
    const { member, stranger, moderator, strike, app } = await strikeWorld();
    const issued = await strike({ remark: "REMARK", evidence: ["https://evidence.example/x"] });
    const mine = await member.ask("GET", "/api/strikes/mine");
    expect(mine.status).toBe(200);
    const text = await mine.text();
    expect(JSON.parse(text)).toMatchObject([{ id: issued.id, reason: "Griefed a new tribe." }]);
    for (const hidden of ["REMARK", "evidence", moderator.id, "ticketId"])
      expect(text).not.toContain(hidden);
    expect(await (await stranger.ask("GET", "/api/strikes/mine")).json()).toEqual([]);
    expect(await stranger.strikes.standing.query()).toEqual({
      hasAny: false,
      appealTicketIds: [],
      forbidden: [],
    });
    const helper = await strikerOf(app, ["tickets", "members"]);
    for (const who of [member, stranger, helper]) {
      for (const path of ["", `/${issued.id}`, "/rules"])
        expect((await who.ask("GET", `/api/strikes${path}`)).status).toBe(403);
      const body = { reason: "Please" };
      expect((await who.ask("POST", `/api/strikes/${issued.id}/lift`, body)).status).toBe(403);
    }
    expect((await app.request("/api/strikes/mine")).status).toBe(401);
    expect((await moderator.ask("GET", `/api/strikes/${issued.id}`)).status).toBe(200);
    expect((await moderator.ask("GET", "/api/strikes/999")).status).toBe(404);
    expect((await moderator.ask("GET", "/api/strikes/x")).status).toBe(404);
  });
});

describe("[STRIKE-10] the list of the team", () => {
  test("is narrowed, sorted and comes in pages", async () => {
    const { member, stranger, moderator, admin, strike, clock } = await strikeWorld();
    const first = await strike({ term: "day" });
    const second = await strike({ term: "permanent", ruleId: "ase-1-2" });
    const third = await admin.strikes.issue.mutate(strikeOf(stranger.id, { term: "month" }));
    await moderator.strikes.lift.mutate({ id: second.id, reason: "Enough" });
    const idsOf = async (input: Parameters<typeof moderator.strikes.list.query>[0]) =>
      (await moderator.strikes.list.query(input)).items.map(({ id }) => id);
    expect(await idsOf({})).toEqual([third.id, second.id, first.id]);
    expect(await idsOf({ sort: "issued" })).toEqual([first.id, second.id, third.id]);
    // What has no end comes last either way.
    expect(await idsOf({ sort: "ends" })).toEqual([first.id, third.id, second.id]);
    expect(await idsOf({ sort: "-ends" })).toEqual([third.id, first.id, second.id]);
    expect(await idsOf({ state: "lifted" })).toEqual([second.id]);
    expect(await idsOf({ state: "active" })).toEqual([third.id, first.id]);
    expect(await idsOf({ userId: member.id })).toEqual([second.id, first.id]);
    expect(await idsOf({ issuerId: admin.id })).toEqual([third.id]);
    expect(await idsOf({ ruleId: "ase-1-2" })).toEqual([second.id]);
    const page = await moderator.strikes.list.query({ limit: 2 });
    expect(page.nextCursor).not.toBeNull();
    expect(await idsOf({ limit: 2, cursor: page.nextCursor })).toEqual([first.id]);
    clock.advance(DAY_MS / 2);
    expect(await idsOf({ state: "expired" })).toEqual([]);
  });
});
