import { describe, expect, test } from "bun:test";
import { and, eq, inArray } from "drizzle-orm";
import { eraseClosed } from "#server/modules/accounts/index.ts";
import { PASSWORD_RESET, VERIFICATION } from "#shared/account-messages.ts";
import { ADMINISTRATION } from "#shared/admin-messages.ts";
import { CLOSED_ACCOUNT_KEPT_MS } from "#shared/constants/accounts.ts";
import { DAY_MS, HOUR_MS } from "#shared/constants/time.ts";
import { MESSAGES } from "#shared/messages.ts";
import { PEOPLE, PEOPLE_NOTICES } from "#shared/people-messages.ts";
import { addMember, PASSWORD } from "#tests/support/accounts.ts";
import { WITHOUT_MAIL_ENV } from "#tests/support/app.ts";
import { linkGame } from "#tests/support/bridge.ts";
import { asSite, systemIn } from "#tests/support/context.ts";
import { hear } from "#tests/support/events.ts";
import { httpClient } from "#tests/support/http-client.ts";
import { appWithPeople, person, refusalOf } from "#tests/support/people.ts";
import { call, mailedSecret, NEW_PASSWORD, queuedMails } from "#tests/support/registration.ts";

const REASON = "Asked for it on the phone";

const setUp = async (env: Readonly<Record<string, string>> = {}) => {
  const world = await appWithPeople({ env });
  const { app, store } = world;
  const { users, audit, auditNotes, memberships, links } = store.tables;
  return {
    ...world,
    userOf: async (id: string) =>
      (await store.read.select().from(users).where(eq(users.id, id)))[0],
    tiersOf: (id: string) =>
      store.read.select().from(memberships).where(eq(memberships.userId, id)),
    linksOf: (id: string) => store.read.select().from(links).where(eq(links.userId, id)),
    /** What the audit says of somebody, with what was noted beside it. */
    saidOf: async (id: string) => {
      const rows = await store.read
        .select({ action: audit.action, actorId: audit.actorId, note: auditNotes.note })
        .from(audit)
        .leftJoin(auditNotes, eq(auditNotes.auditId, audit.id))
        .where(and(eq(audit.subject, id)))
        .orderBy(audit.id);
      return rows.map(({ action, actorId, note }) => [action, actorId, note]);
    },
    unverified: () => addMember(app.deps, { verifiedAt: null }),
    /** The newest of what they were told. */
    toldTo: async (id: string) => {
      const { items } = await (await person(app, id)).notifications.list.query({});
      return items[0];
    },
    setPassword: (token: string) =>
      call(httpClient(app), "accounts.resetPassword", {
        token,
        newPassword: NEW_PASSWORD,
        confirmPassword: NEW_PASSWORD,
      }),
  };
};

const tokenIn = (link: string) => new URL(link).searchParams.get("token") ?? "";

describe("[ADMIN-15] for whom no mail arrives an Admin", () => {
  test("confirms the address: they can log in, and the mailed code is worth nothing", async () => {
    const { app, admin, unverified, userOf, saidOf } = await setUp();
    const { id, email } = await unverified();
    await call(httpClient(app), "accounts.resendVerification", { email });
    const code = await mailedSecret(app, "verify");
    const events = await hear(app.deps.store);
    const confirm = () => admin.administration.confirmAddress.mutate({ id, reason: REASON });
    expect(await confirm()).toBe(PEOPLE.confirmed);
    expect((await userOf(id))?.verifiedAt).toEqual(app.clock.now());
    expect(await events()).toContainEqual({ type: "account.changed", userId: id });
    expect(await saidOf(id)).toEqual([["account.verified", admin.id, REASON]]);
    expect((await httpClient(app).login(email, PASSWORD)).status).toBe(200);
    expect(await call(httpClient(app), "accounts.verifyEmail", { code })).toEqual({
      status: 400,
      reply: VERIFICATION.codeInvalid,
    });
    expect(await refusalOf(confirm())).toEqual([409, PEOPLE.alreadyConfirmed]);
  });

  test("has the mail sent again, as often as a mailbox may get one; while mail is off, not at all", async () => {
    const { app, admin, unverified, member, saidOf } = await setUp();
    const { id, email } = await unverified();
    const resend = () => admin.administration.resendVerification.mutate({ id });
    expect(await resend()).toBe(PEOPLE.sentAgain);
    const code = await mailedSecret(app, "verify");
    expect(await saidOf(id)).toEqual([["account.verification_sent", admin.id, null]]);
    for (let sent = 1; sent < 5; sent += 1) await resend();
    expect((await refusalOf(resend()))[0]).toBe(429);
    expect(await queuedMails(app)).toHaveLength(5);
    expect((await call(httpClient(app), "accounts.verifyEmail", { code })).status).toBe(400);
    const { id: verified } = member;
    expect(
      await refusalOf(admin.administration.resendVerification.mutate({ id: verified })),
    ).toEqual([409, PEOPLE.alreadyConfirmed]);

    const off = await setUp(WITHOUT_MAIL_ENV);
    const waiting = await off.unverified();
    expect(email).not.toBe(waiting.email);
    expect(
      await refusalOf(off.admin.administration.resendVerification.mutate({ id: waiting.id })),
    ).toEqual([409, PEOPLE.mailOff]);
    expect(await queuedMails(off.app)).toEqual([]);
  });
});

/** A member, and how an Admin makes them a link. */
const made = async (reason = REASON) => {
  const world = await setUp(WITHOUT_MAIL_ENV);
  const { app, admin } = world;
  const { id, email } = await addMember(app.deps);
  const make = () => admin.administration.makePasswordLink.mutate({ id, reason });
  return { ...world, id, email, make };
};

describe("[ADMIN-16] a link to set a password", () => {
  test("works once, for an hour from when it was made, and its owner is told", async () => {
    const { app, clock, admin, store, id, email, make, setPassword, saidOf, toldTo } = await made();
    const { link, expiresAt } = await make();
    expect(link).toStartWith("http://den.example/reset-password?token=");
    expect(Date.parse(expiresAt)).toBe(clock.now().getTime() + HOUR_MS);
    // Nothing was mailed, and no copy of the database holds it.
    expect(await queuedMails(app)).toEqual([]);
    const kept = await store.read.select().from(store.tables.oneTimeCodes);
    expect(JSON.stringify(kept)).not.toContain(tokenIn(link));
    const { brand } = app.deps.config.community;
    const notice = PEOPLE_NOTICES.passwordLink(PEOPLE_NOTICES.admin, brand.contactEmail);
    expect(await toldTo(id)).toMatchObject({
      subject: notice.subject,
      message: notice.message + PEOPLE_NOTICES.reason(REASON),
    });
    expect(await saidOf(id)).toContainEqual(["account.password_link_made", admin.id, REASON]);
    clock.advance(HOUR_MS - 1);
    expect(await setPassword(tokenIn(link))).toEqual({ status: 200, reply: PASSWORD_RESET.done });
    expect((await httpClient(app).login(email, NEW_PASSWORD)).status).toBe(200);
    expect(await setPassword(tokenIn(link))).toMatchObject({ status: 400 });
  });

  test("runs out, and makes room among the five that are good at once", async () => {
    const { clock, make, setPassword } = await made();
    const links: string[] = [];
    for (let count = 0; count < 6; count += 1) {
      links.push((await make()).link);
      clock.advance(1);
    }
    const [first = "", second = ""] = links;
    expect(await setPassword(tokenIn(first))).toMatchObject({ status: 400 });
    clock.advance(HOUR_MS);
    expect(await setPassword(tokenIn(second))).toMatchObject({ status: 400 });
  });

  test("for another Admin is told to all of them; nobody makes one for themselves", async () => {
    const { app, admin, toldTo, saidOf } = await setUp();
    const second = await person(app, { role: "Admin", firstName: "Second", lastName: "Lynx" });
    const third = await person(app, { role: "Admin", firstName: "Third" });
    await admin.administration.makePasswordLink.mutate({ id: second.id, reason: REASON });
    const { subject, message } = PEOPLE_NOTICES.adminPasswordLink;
    const told = { subject, message: message + PEOPLE_NOTICES.reason(REASON) };
    for (const { id } of [admin, second, third]) expect(await toldTo(id)).toMatchObject(told);
    expect(await saidOf(second.id)).toContainEqual([
      "account.password_link_made",
      admin.id,
      REASON,
    ]);
    const own = admin.administration.makePasswordLink.mutate({ id: admin.id, reason: REASON });
    expect(await refusalOf(own)).toEqual([409, PEOPLE.ownPassword]);
  });

  test("for an Admin ends when another Admin goes, and when a member becomes one", async () => {
    const { app, admin, setPassword } = await setUp();
    const second = await person(app, { role: "Admin" });
    const third = await person(app, { role: "Admin" });
    const { id } = await addMember(app.deps);
    const linkTo = async (whom: string) => {
      const { link } = await second.administration.makePasswordLink.mutate({
        id: whom,
        reason: REASON,
      });
      return tokenIn(link);
    };
    const refused = { status: 400 };
    const ofThird = await linkTo(third.id);
    const ofMember = await linkTo(id);
    await admin.administration.promote.mutate({ id });
    expect(await setPassword(ofMember)).toMatchObject(refused);
    const ofPromoted = await linkTo(id);
    await admin.administration.demote.mutate({ id: second.id });
    expect(await setPassword(ofThird)).toMatchObject(refused);
    expect(await setPassword(ofPromoted)).toMatchObject(refused);
    await admin.administration.promote.mutate({ id: second.id });
    const again = await linkTo(third.id);
    await admin.administration.deactivate.mutate({ id: second.id });
    expect(await setPassword(again)).toMatchObject(refused);
  });

  test("neither confirms an address nor opens a closed account", async () => {
    const { app, clock, admin, unverified } = await setUp();
    const { id } = await unverified();
    const closed = { deactivatedAt: clock.now(), deactivatedBy: "owner" } as const;
    const gone = await addMember(app.deps, closed);
    const make = (of: string) =>
      admin.administration.makePasswordLink.mutate({ id: of, reason: REASON });
    expect(await refusalOf(make(id))).toEqual([409, PEOPLE.notConfirmed]);
    expect(await refusalOf(make(gone.id))).toEqual([409, PEOPLE.deactivated]);
    expect(await refusalOf(admin.administration.promote.mutate({ id }))).toEqual([
      409,
      PEOPLE.notConfirmed,
    ]);
  });
});

describe("[ADMIN-17] a tier", () => {
  test("is given up to the end of a day, where the community is, and never shortened", async () => {
    const { app, admin, member, tiersOf, saidOf, toldTo } = await setUp();
    const { id } = member;
    const give = (until: string, tier = "Gold") =>
      admin.administration.giveTier.mutate({ id, tier, until, reason: REASON });
    const events = await hear(app.deps.store);
    const named = PEOPLE.tierGiven("Gold", "June 1, 2030");
    expect(await give("2030-06-01")).toBe(named);
    // America/Chicago, in summer.
    const endsAt = new Date("2030-06-02T05:00:00.000Z");
    expect(await tiersOf(id)).toEqual([{ userId: id, tier: "Gold", endsAt, givenUntil: endsAt }]);
    expect(await events()).toContainEqual({ type: "account.changed", userId: id });
    expect(await toldTo(id)).toMatchObject({
      subject: PEOPLE_NOTICES.tierGiven("Gold", "June 1, 2030").subject,
      message: expect.stringContaining(REASON),
    });
    expect(await refusalOf(give("2030-05-31"))).toEqual([409, PEOPLE.tierRunsLonger]);
    expect(await refusalOf(give("2020-01-01"))).toEqual([400, PEOPLE.dayIsPast]);
    expect(await refusalOf(give("2199-01-01"))).toEqual([400, PEOPLE.dayTooFar]);
    expect(await refusalOf(give("2030-06-01", "Platinum"))).toEqual([
      400,
      ADMINISTRATION.unknownTier,
    ]);
    expect(await saidOf(id)).toContainEqual(["tier.granted", admin.id, REASON]);
  });

  test("is ended now, whatever was given, and only while it runs", async () => {
    const { clock, admin, member, tiersOf, saidOf, toldTo } = await setUp();
    const { id } = member;
    const given = { id, tier: "Gold", reason: REASON };
    await admin.administration.giveTier.mutate({ ...given, until: "2030-06-01" });
    const end = () => admin.administration.endTier.mutate(given);
    expect(await end()).toBe(PEOPLE.tierEnded("Gold"));
    expect(await tiersOf(id)).toMatchObject([{ endsAt: clock.now() }]);
    expect(await toldTo(id)).toMatchObject({ subject: PEOPLE_NOTICES.tierEnded("Gold").subject });
    expect(await refusalOf(end())).toEqual([409, PEOPLE.tierNotRunning]);
    expect(await saidOf(id)).toContainEqual(["tier.ended", admin.id, REASON]);
  });
});

test("[ADMIN-18, LINK-06] an account that an Admin unlinks is not eligible afterwards", async () => {
  const { app, store, admin, member, linksOf, saidOf, toldTo } = await setUp();
  const { id } = member;
  await linkGame(app, id, "steam", "76561198000000001");
  const remove = () =>
    admin.administration.removeLink.mutate({ id, platform: "steam", reason: REASON });
  const events = await hear(store);
  expect(await remove()).toBe(PEOPLE.linkRemoved("Steam"));
  expect(await linksOf(id)).toEqual([]);
  expect(await store.read.select().from(store.tables.retiredLinks)).toMatchObject([
    { platform: "steam" },
  ]);
  expect(await events()).toContainEqual({ type: "account.changed", userId: id });
  expect(await toldTo(id)).toMatchObject({
    subject: PEOPLE_NOTICES.linkRemoved("Steam").subject,
  });
  expect(await saidOf(id)).toContainEqual(["link.removed", admin.id, REASON]);
  expect(await refusalOf(remove())).toEqual([409, PEOPLE.nothingLinked("Steam")]);
});

test("[ADMIN-19] a reason stands beside its entry, and goes with the person", async () => {
  const { app, clock, store, admin, unverified } = await setUp();
  const { id } = await unverified();
  await admin.administration.confirmAddress.mutate({ id, reason: REASON });
  const [line] = (await admin.administration.audit.query({ subject: id })).items;
  expect(line).toMatchObject({ action: "account.verified", note: REASON });
  expect(
    (await refusalOf(admin.administration.confirmAddress.mutate({ id, reason: " " })))[0],
  ).toBe(400);
  const { users } = store.tables;
  await systemIn(store, clock).write(async (tx) => {
    const closed = { deactivatedAt: clock.now(), deactivatedBy: "owner" } as const;
    await tx.update(users).set(closed).where(eq(users.id, id));
  });
  clock.advance(CLOSED_ACCOUNT_KEPT_MS + DAY_MS);
  await eraseClosed(asSite(app.deps), new AbortController().signal);
  expect(await store.read.select().from(store.tables.auditNotes)).toEqual([]);
});

test("members do none of this for anybody, and of nobody it is 404", async () => {
  const { admin, member, stranger, saidOf } = await setUp();
  const acts = (who: typeof admin, id: string) => [
    () => who.administration.confirmAddress.mutate({ id, reason: REASON }),
    () => who.administration.resendVerification.mutate({ id }),
    () => who.administration.makePasswordLink.mutate({ id, reason: REASON }),
    () =>
      who.administration.giveTier.mutate({ id, tier: "Gold", until: "2030-01-01", reason: REASON }),
    () => who.administration.endTier.mutate({ id, tier: "Gold", reason: REASON }),
    () => who.administration.removeLink.mutate({ id, platform: "steam", reason: REASON }),
  ];
  for (const act of acts(member, stranger.id))
    expect(await refusalOf(act())).toEqual([403, MESSAGES.accessDenied]);
  for (const act of acts(admin, "nobody"))
    expect(await refusalOf(act())).toEqual([404, ADMINISTRATION.unknown]);
  expect(await saidOf(stranger.id)).toEqual([]);
});

test("[ACC-18] an Admin's closing of an account revokes the codes that were mailed, as every closing does", async () => {
  const { app, store, admin, userOf, setPassword } = await setUp();
  const { oneTimeCodes: codes } = store.tables;
  const { id, email } = await addMember(app.deps);
  for (const procedure of ["requestPasswordReset", "requestBrowserLink"])
    await call(httpClient(app), `accounts.${procedure}`, { email });
  const token = await mailedSecret(app, "reset");
  await admin.administration.deactivate.mutate({ id });
  expect(
    await store.read
      .select()
      .from(codes)
      .where(and(eq(codes.userId, id), inArray(codes.kind, ["reset", "browser", "verify"]))),
  ).toEqual([]);
  await admin.administration.reactivate.mutate({ id });
  expect(await setPassword(token)).toEqual({ status: 400, reply: PASSWORD_RESET.tokenInvalid });
  expect((await userOf(id))?.deactivatedAt).toBeNull();
});
