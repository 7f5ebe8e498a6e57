import { describe, expect, test } from "bun:test";
import { asc, eq } from "drizzle-orm";
import { reserveCode } from "#server/auth/one-time-codes.ts";
import { siteJobs } from "#server/jobs/site-jobs.ts";
import { queueDelivery, addPlayTime } from "#server/modules/bridge/index.ts";
import { grantTier } from "#server/modules/orders/index.ts";
import { creditPoints } from "#server/modules/points/index.ts";
import { PASSWORD_RESET } from "#shared/account-messages.ts";
import { CLOSED_ACCOUNT_KEPT_MS, UNVERIFIED_KEPT_MS } from "#shared/constants/accounts.ts";
import { DAY_MS } from "#shared/constants/time.ts";
import { addMember, addUser } from "#tests/support/accounts.ts";
import { type TestApp, testApp } from "#tests/support/app.ts";
import { asSite, systemIn } from "#tests/support/context.ts";
import { httpClient } from "#tests/support/http-client.ts";
import { plansOf } from "#tests/support/query-plans.ts";
import {
  auditActions,
  call,
  mailedSecret,
  registrant,
  NEW_PASSWORD,
  queuedMails,
} from "#tests/support/registration.ts";
import { signedIn } from "#tests/support/sign-in.ts";
import { TEST_ENGINE } from "#tests/support/store.ts";
import { addTicket } from "#tests/support/tickets.ts";

const run = async (app: TestApp, name: string) => {
  const job = siteJobs(app.deps).find((candidate) => candidate.name === name);
  if (job === undefined) throw new Error("There is no such job.");
  expect(job.leased).toBe(true);
  await job.run(new AbortController().signal);
};

/** Every table with rows of a user, and how many each has. */
const rowsOf = async ({ deps: { store } }: TestApp, userId: string) => {
  const found: Record<string, number> = {};
  for (const [name, table] of Object.entries(store.tables)) {
    const column =
      name === "users" ? store.tables.users.id : "userId" in table ? table.userId : null;
    if (column === null) continue;
    const rows = await store.read.select({ id: column }).from(table).where(eq(column, userId));
    found[name] = rows.length;
  }
  return found;
};

const NONE = {
  users: 0,
  links: 0,
  memberships: 0,
  sessions: 0,
  oneTimeCodes: 0,
  notificationReads: 0,
  userSearchTerms: 0,
  ticketPeople: 0,
  pointBalances: 0,
  pointEntries: 0,
  presence: 0,
  playWeeks: 0,
  deliveries: 0,
  orders: 0,
  basketReservations: 0,
  payments: 0,
  subscriptions: 0,
  teamMembers: 0,
  archives: 0,
  factorResets: 0,
  knownPlaces: 0,
  addressRequests: 0,
  addressChanges: 0,
  consents: 0,
  newsMails: 0,
  messageMentions: 0,
  noticeMails: 0,
  noticeSettings: 0,
  pushNotices: 0,
  pushSubscriptions: 0,
  savedReplyUses: 0,
  strikes: 0,
  ticketSeen: 0,
  passkeys: 0,
  pendingLogins: 0,
  recoveryCodes: 0,
  totpFactors: 0,
};

const idOf = (answer: { reply: unknown }) => (answer.reply as { id: string }).id;

const addLink = async (
  { deps: { store, clock } }: TestApp,
  link: { userId: string; platform: "discord" | "steam" | "epic"; externalId: string },
) => {
  await store.write(async (tx) => {
    await tx.insert(store.tables.links).values({ ...link, name: "Ada", linkedAt: clock.now() });
  });
};

const notifyAll = async ({ deps: { store, clock } }: TestApp, readBy: string) => {
  const { notifications, notificationReads } = store.tables;
  await store.write(async (tx) => {
    const row = { subject: "To all", message: "Hi", createdAt: clock.now(), isGlobal: true };
    const written = await tx.insert(notifications).values(row).returning({ id: notifications.id });
    await tx
      .insert(notificationReads)
      .values(written.map(({ id }) => ({ notificationId: id, userId: readBy })));
  });
};

const subjects = async ({ deps: { store } }: TestApp) => {
  const { notifications } = store.tables;
  const rows = await store.read.select().from(notifications).orderBy(asc(notifications.id));
  return rows.map(({ subject }) => subject);
};

describe("forget-unverified", () => {
  test.if(TEST_ENGINE === "sqlite")("looks at those alone who have not confirmed", async () => {
    const app = await testApp();
    const steps = await plansOf(() => run(app, "forget-unverified"));
    expect(steps.filter((step) => step.includes(" users "))).toEqual([
      "SEARCH users USING INDEX users_verified (verified_at=?)",
    ]);
  });

  test("[ACC-20] a registration that is never verified is gone after seven days, with all its rows", async () => {
    const app = await testApp();
    const { store, clock } = app.deps;
    const ada = await registrant(app);
    const id = idOf(await ada.register());
    // However a row may have come there: none of them may keep the account.
    await signedIn(app, id);
    await grantTier(asSite(app.deps), { userId: id, tier: "Gold", until: clock.now() });
    await notifyAll(app, id);
    const friend = await addUser(store, clock);
    const ticketId = await addTicket(app.deps, { people: [friend, id] });
    const about = { userIds: [id, friend], kind: "assignment", ticketId } as const;
    await systemIn(store, clock).write((tx) => tx.notify({ ...about, subject: "S", message: "M" }));
    const points = { kind: "admin", delta: 5, reason: "Gift", actorId: null } as const;
    await creditPoints(asSite(app.deps), { userId: id, reference: "gift:1", ...points });
    const { presence } = store.tables;
    const played = {
      quarter: clock.now(),
      userId: id,
      game: "rust",
      points: 7,
      isCredited: true,
    } as const;
    await systemIn(store, clock).write(async (tx) => {
      await tx.insert(presence).values(played);
      const time = { userId: id, quarters: 1, points: 7 };
      await addPlayTime(tx, { ...played, server: "" }, [time]);
      const delivery = { userId: id, game: "rust", payload: {}, reference: "order:1" } as const;
      await queueDelivery(tx, delivery);
    });
    const empty = Object.entries(await rowsOf(app, id)).flatMap(([name, n]) =>
      n === 0 ? name : [],
    );
    // Whoever is not verified cannot buy anything, log in, or be mailed news.
    expect(empty.toSorted()).toEqual([
      "addressChanges",
      "addressRequests",
      "archives",
      "basketReservations",
      "factorResets",
      "messageMentions",
      "newsMails",
      "noticeSettings",
      "orders",
      "passkeys",
      "payments",
      "pendingLogins",
      "pushNotices",
      "pushSubscriptions",
      "recoveryCodes",
      "savedReplyUses",
      "strikes",
      "subscriptions",
      "teamMembers",
      "ticketSeen",
      "totpFactors",
    ]);

    app.clock.advance(UNVERIFIED_KEPT_MS - 1);
    await run(app, "forget-unverified");
    expect(await rowsOf(app, id)).toMatchObject({ users: 1, links: 1 });
    expect(await queuedMails(app)).toHaveLength(1);

    app.clock.advance(1);
    await run(app, "forget-unverified");
    expect(await rowsOf(app, id)).toEqual(NONE);
    expect(await queuedMails(app)).toEqual([]);
    expect(await subjects(app)).toEqual(["To all", "S"]);
    expect(await rowsOf(app, friend)).toMatchObject({ ticketPeople: 1, notificationReads: 1 });
    expect((await auditActions(app)).at(-1)).toBe("account.removed");
    expect(await store.read.select().from(store.tables.retiredLinks)).toEqual([]);
    expect(await (await registrant(app)).register()).toMatchObject({ status: 200 });
  });

  test("who verified in time, and whom an Admin closed, stays", async () => {
    const app = await testApp();
    const ada = await registrant(app);
    const id = idOf(await ada.register());
    await call(ada, "accounts.verifyEmail", { code: await mailedSecret(app, "verify") });
    const banned = await addUser(app.deps.store, app.clock, {
      verifiedAt: null,
      deactivatedAt: app.clock.now(),
      deactivatedBy: "admin",
    });
    app.clock.advance(2 * UNVERIFIED_KEPT_MS);
    await run(app, "forget-unverified");
    for (const kept of [id, banned]) expect(await rowsOf(app, kept)).toMatchObject({ users: 1 });
  });

  test("however many they are, and mails of others stay", async () => {
    const app = await testApp();
    for (let number = 0; number < 25; number += 1)
      await addUser(app.deps.store, app.clock, { verifiedAt: null });
    app.clock.advance(UNVERIFIED_KEPT_MS - DAY_MS);
    await (await registrant(app)).register();
    app.clock.advance(DAY_MS);
    await run(app, "forget-unverified");
    const users = await app.deps.store.read.select().from(app.deps.store.tables.users);
    expect(users.map(({ email }) => email)).toEqual(["Ada@Example.test"]);
    expect(await queuedMails(app)).toHaveLength(1);
  });

  test("a run that is told to stop removes nothing more", async () => {
    const app = await testApp();
    const id = await addUser(app.deps.store, app.clock, { verifiedAt: null });
    app.clock.advance(UNVERIFIED_KEPT_MS);
    const job = siteJobs(app.deps).find(({ name }) => name === "forget-unverified");
    await job?.run(AbortSignal.abort());
    expect(await rowsOf(app, id)).toMatchObject({ users: 1 });
  });
});

/** A member with everything that can be theirs, who closes the account now. */
const leaver = async (app: TestApp, by: "owner" | "admin" = "owner") => {
  const { store, clock } = app.deps;
  const { users } = store.tables;
  const email = `Leaver-${by}@example.test`;
  const { id } = await addMember(app.deps, {
    email,
    firstName: "Grace",
    lastName: "Hopper",
    allowMarketing: true,
    promoReceivedAt: clock.now(),
    discordVisitedAt: clock.now(),
  });
  await addLink(app, { userId: id, platform: "discord", externalId: `discord of ${by}` });
  await addLink(app, { userId: id, platform: "steam", externalId: `steam of ${by}` });
  await signedIn(app, id);
  await notifyAll(app, id);
  await systemIn(store, clock).write(async (tx) => {
    const closed = { deactivatedAt: clock.now(), deactivatedBy: by } as const;
    await tx.update(users).set(closed).where(eq(users.id, id));
    await reserveCode(tx, { userId: id, kind: "reset", isOwners: false });
  });
  const user = async () => {
    const [row] = await store.read.select().from(users).where(eq(users.id, id));
    return row;
  };
  return { id, email, user };
};

describe("erase-closed", () => {
  test("[ACC-19] thirty days after its owner closed it nothing personal is left of an account", async () => {
    const app = await testApp();
    const { store } = app.deps;
    const { id, email, user } = await leaver(app);
    await grantTier(asSite(app.deps), { userId: id, tier: "Gold", until: app.clock.now() });
    const delivery = { userId: id, game: "rust", payload: {}, reference: "order:1" } as const;
    await systemIn(store, app.clock).write((tx) => queueDelivery(tx, delivery));

    app.clock.advance(CLOSED_ACCOUNT_KEPT_MS - 1);
    await call(httpClient(app), "accounts.requestPasswordReset", { email });
    const token = await mailedSecret(app, "reset");
    await run(app, "erase-closed");
    expect(await user()).toMatchObject({ email, erasedAt: null });

    app.clock.advance(1);
    await run(app, "erase-closed");
    expect(await user()).toMatchObject({
      email: null,
      emailKey: null,
      passwordHash: null,
      firstName: "Deleted",
      lastName: "member",
      nameKey: "",
      allowMarketing: false,
      promoReceivedAt: null,
      discordVisitedAt: null,
      erasedAt: app.clock.now(),
    });
    expect(await rowsOf(app, id)).toEqual({ ...NONE, users: 1, memberships: 1, pointBalances: 1 });
    expect(await queuedMails(app)).toEqual([]);
    expect(await subjects(app)).toEqual(["To all"]);
    const retired = await store.read.select().from(store.tables.retiredLinks);
    expect(retired).toMatchObject([{ platform: "steam" }]);
    const everything = await Promise.all(
      Object.values(store.tables).map((table) => store.read.select().from(table)),
    );
    expect(JSON.stringify(everything)).not.toMatch(/grace|hopper|leaver|(discord|steam) of owner/i);
    expect((await auditActions(app)).at(-1)).toBe("account.erased");

    const answer = await call(httpClient(app), "accounts.resetPassword", {
      token,
      newPassword: NEW_PASSWORD,
      confirmPassword: NEW_PASSWORD,
    });
    expect(answer).toEqual({ status: 400, reply: PASSWORD_RESET.tokenInvalid });
    const again = await registrant(app, { email, discordId: "discord of owner" });
    expect(await again.register()).toMatchObject({ status: 200 });
    await run(app, "erase-closed");
    expect((await auditActions(app)).filter((action) => action === "account.erased")).toHaveLength(
      1,
    );
  });

  test("however many notifications there are of it", async () => {
    const app = await testApp();
    const { store, clock } = app.deps;
    const { id, user } = await leaver(app);
    const content = { userIds: [id], kind: "news", subject: "Yours", message: "M" } as const;
    await systemIn(store, clock).write(async (tx) => {
      for (let number = 0; number < 520; number += 1) await tx.notify(content);
    });
    app.clock.advance(CLOSED_ACCOUNT_KEPT_MS);
    await run(app, "erase-closed");
    expect(await user()).toMatchObject({ erasedAt: app.clock.now() });
    expect(await rowsOf(app, id)).toEqual({ ...NONE, users: 1, pointBalances: 1 });
    expect(await subjects(app)).toEqual(["To all"]);
    expect((await auditActions(app)).filter((act) => act === "account.erased")).toHaveLength(1);
  });

  test("[ACC-18] the clock erases neither what an Admin closed nor what was opened again", async () => {
    const app = await testApp();
    const banned = await leaver(app, "admin");
    const back = await leaver(app);
    await call(httpClient(app), "accounts.requestPasswordReset", { email: back.email });
    await call(httpClient(app), "accounts.resetPassword", {
      token: await mailedSecret(app, "reset"),
      newPassword: NEW_PASSWORD,
      confirmPassword: NEW_PASSWORD,
    });
    app.clock.advance(2 * CLOSED_ACCOUNT_KEPT_MS);
    await run(app, "erase-closed");
    for (const { id, email, user } of [banned, back]) {
      expect(await user()).toMatchObject({ email, erasedAt: null });
      expect(await rowsOf(app, id)).toMatchObject({ links: 2, notificationReads: 1 });
    }
  });
});
