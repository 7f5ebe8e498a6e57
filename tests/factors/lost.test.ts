import { describe, expect, test } from "bun:test";
import { eq, isNull } from "drizzle-orm";
import { siteJobs } from "#server/jobs/site-jobs.ts";
import { deliverOutbox } from "#server/modules/mail/index.ts";
import type { Mailer, OutgoingMail } from "#server/providers/ports/sending.ts";
import { DAY_MS, HOUR_MS } from "#shared/constants/time.ts";
import { LOST_FACTOR, RESET_MAILS } from "#shared/factor-messages.ts";
import { PEOPLE_NOTICES } from "#shared/people-messages.ts";
import { addMember, PASSWORD } from "#tests/support/accounts.ts";
import { testApp, WITHOUT_MAIL_ENV } from "#tests/support/app.ts";
import { asSite } from "#tests/support/context.ts";
import {
  addApp,
  APP_SECRET,
  askFactors,
  codeOfApp,
  firstStep,
  readFactors,
  secondStep,
} from "#tests/support/factors.ts";
import { httpClient } from "#tests/support/http-client.ts";
import { call } from "#tests/support/registration.ts";
import { rejectionOf } from "#tests/support/rejection.ts";

const withApp = async (env: Readonly<Record<string, string>> = {}) => {
  const app = await testApp({ env });
  const { id, email } = await addMember(app.deps);
  await addApp(app.deps, id);
  const who = httpClient(app);
  const sent: OutgoingMail[] = [];
  const mailer: Mailer = {
    send: async (mail) => {
      sent.push(mail);
      return { isSent: true };
    },
    greet: async () => null,
    close: () => {},
  };
  /** Sends what waits. @returns the subject of each new mail, and the secret in its link. */
  const mails = async () => {
    const before = sent.length;
    await deliverOutbox(asSite(app.deps), async () => mailer, new AbortController().signal);
    return sent.slice(before).map(({ subject, text }) => ({
      subject: subject.replace("Lynxden: ", ""),
      code: decodeURIComponent(/\?code=(\S+)/.exec(text)?.[1] ?? ""),
    }));
  };
  const job = () =>
    siteJobs(app.deps)
      .find(({ name }) => name === "follow-factor-resets")
      ?.run(new AbortController().signal);
  const code = () => codeOfApp(APP_SECRET, app.clock.now());
  /** The week is running. @returns the secret that stops it. */
  const begun = async () => {
    const { ticket } = await firstStep(who, email);
    await askFactors(who, "requestReset", { ticket });
    const [asked] = await mails();
    await askFactors(httpClient(app), "beginReset", { code: asked?.code });
    const [told] = await mails();
    return told?.code ?? "";
  };
  const actions = async () => {
    const { audit } = app.deps.store.tables;
    const rows = await app.deps.store.read.select().from(audit).orderBy(audit.id);
    return rows.map(({ action }) => action).filter((action) => action.startsWith("factor."));
  };
  const isGuarded = async () => (await httpClient(app).login(email, PASSWORD)).status === 401;
  return { app, id, email, who, mails, job, code, begun, actions, isGuarded };
};

describe("a lost second factor", () => {
  test("[FACTOR-07] is removed a week after the mail's link, with warnings, and not before", async () => {
    const { app, email, who, mails, job, actions } = await withApp();
    const { ticket } = await firstStep(who, email);
    expect(await askFactors<string>(who, "requestReset", { ticket })).toBe(LOST_FACTOR.mailed);
    const [asked] = await mails();
    expect(asked?.subject).toBe("Your second factor");
    const begin = () => askFactors(httpClient(app), "beginReset", { code: asked?.code });
    expect(await begin()).toEqual({
      endsAt: new Date(app.clock.now().getTime() + 7 * DAY_MS).toISOString(),
    });
    expect((await rejectionOf(begin())).message).toContain("code_used");
    const subjects: string[] = [];
    const look = async () => {
      await job();
      subjects.push(...(await mails()).map(({ subject }) => subject));
    };
    for (let day = 0; day < 7; day += 1) {
      await look();
      subjects.push(`day ${day}`);
      expect((await firstStep(who, email)).ways).toContain("totp");
      app.clock.advance(DAY_MS - (day === 6 ? HOUR_MS : 0));
    }
    await look();
    app.clock.advance(HOUR_MS);
    await look();
    expect(subjects).toEqual([
      "Your second factor will be removed in a week",
      "day 0",
      "day 1",
      "day 2",
      "Your second factor will be removed soon",
      "day 3",
      "day 4",
      "day 5",
      "Your second factor will be removed soon",
      "day 6",
      "Your second factor was removed",
    ]);
    expect((await httpClient(app).login(email, PASSWORD)).status).toBe(200);
    expect(await actions()).toEqual(["factor.reset_begun", "factor.reset"]);
  });

  test("[FACTOR-07] the link of each mail stops it, once", async () => {
    const { app, email, who, job, begun, actions } = await withApp();
    const stop = await begun();
    app.clock.advance(6 * DAY_MS);
    expect(await askFactors<string>(httpClient(app), "stopReset", { code: stop })).toBe(
      LOST_FACTOR.stopped,
    );
    expect(
      (await rejectionOf(askFactors(httpClient(app), "stopReset", { code: stop }))).message,
    ).toContain(LOST_FACTOR.stopInvalid);
    app.clock.advance(7 * DAY_MS);
    await job();
    expect((await firstStep(who, email)).ways).toContain("totp");
    expect(await actions()).toEqual(["factor.reset_begun", "factor.reset_stopped"]);
  });

  test("[FACTOR-07] a login with the factor stops it, one without does not", async () => {
    const { app, email, who, begun, code, actions } = await withApp();
    await begun();
    const { ticket } = await firstStep(who, email);
    expect(await actions()).toEqual(["factor.reset_begun"]);
    app.clock.advance(HOUR_MS);
    const later = await firstStep(who, email);
    expect(ticket).not.toBe(later.ticket);
    expect(await secondStep(who, later.ticket, code())).toBe("200");
    expect(await actions()).toEqual(["factor.reset_begun", "factor.reset_stopped"]);
  });

  test("whoever is logged in sees it, and can stop it", async () => {
    const { app, email, who, begun, code } = await withApp();
    const owner = httpClient(app);
    const { ticket } = await firstStep(owner, email);
    await secondStep(owner, ticket, code());
    await begun();
    const end = new Date(app.clock.now().getTime() + 7 * DAY_MS).toISOString();
    expect((await readFactors(owner)).resetEndsAt).toBe(end);
    const list = (await (await owner.ask("GET", "/api/Notification")).json()) as object[];
    expect(list).toMatchObject([{ subject: LOST_FACTOR.noticeTitle }]);
    expect(await askFactors<string>(owner, "stopOwnReset")).toBe(LOST_FACTOR.stopped);
    expect((await readFactors(owner)).resetEndsAt).toBeNull();
    expect((await rejectionOf(askFactors(owner, "stopOwnReset"))).message).toContain("conflict");
    expect(who.token).toBeNull();
  });

  test("a removal signs out everywhere, and takes the recovery codes along", async () => {
    const { app, id, email, job, begun, code, mails } = await withApp();
    await begun();
    const { sessions, recoveryCodes, totpFactors, factorResets } = app.deps.store.tables;
    // Without the factor, such as in a session that was begun before.
    await app.deps.store.write((tx) =>
      app.deps.auth.sessions.start(tx, { userId: id, browser: "Firefox", address: "" }),
    );
    for (const days of [3, 3, 1]) {
      app.clock.advance(days * DAY_MS);
      await job();
      await mails();
    }
    for (const table of [sessions, recoveryCodes, totpFactors, factorResets])
      expect(await app.deps.store.read.select().from(table)).toEqual([]);
    expect(code()).toHaveLength(6);
    expect(email).toContain("@");
  });

  test("[FACTOR-07] a site that was away warns first, and leaves a day after that", async () => {
    const { app, email, who, mails, job, begun } = await withApp();
    await begun();
    app.clock.advance(20 * DAY_MS);
    await job();
    expect((await mails()).map(({ subject }) => subject)).toEqual([
      "Your second factor will be removed soon",
    ]);
    expect((await firstStep(who, email)).ways).toContain("totp");
    app.clock.advance(DAY_MS);
    await job();
    expect((await httpClient(app).login(email, PASSWORD)).status).toBe(200);
  });

  test("[FACTOR-07] no week ends while its warning waits for its turn behind others", async () => {
    const { app, job, begun, mails } = await withApp();
    await begun();
    const { factorResets, totpFactors } = app.deps.store.tables;
    const others = await Promise.all(Array.from({ length: 25 }, () => addMember(app.deps)));
    for (const { id } of others) await addApp(app.deps, id);
    await app.deps.store.write(async (tx) => {
      const [row] = await tx.select().from(factorResets);
      if (row === undefined) throw new Error("No week is running.");
      for (const { id } of others)
        await tx.insert(factorResets).values({ ...row, id: `reset-${id}`, userId: id });
    });
    app.clock.advance(20 * DAY_MS);
    await job();
    expect(await app.deps.store.read.select().from(totpFactors)).toHaveLength(26);
    await job();
    await mails();
    app.clock.advance(DAY_MS);
    await job();
    await job();
    expect(await app.deps.store.read.select().from(totpFactors)).toHaveLength(0);
  });

  test("[FACTOR-07] nothing is removed before a day has passed since the last warning was sent", async () => {
    const { app, email, mails, job, begun, isGuarded } = await withApp();
    await begun();
    app.clock.advance(6 * DAY_MS);
    await job();
    // The mail server is down for a day and an hour.
    app.clock.advance(DAY_MS + HOUR_MS);
    await job();
    expect(await isGuarded()).toBe(true);
    expect((await mails()).map(({ subject }) => subject)).toEqual([RESET_MAILS.waiting.subject]);
    app.clock.advance(DAY_MS - 1);
    await job();
    expect(await isGuarded()).toBe(true);
    app.clock.advance(HOUR_MS);
    await job();
    expect((await httpClient(app).login(email, PASSWORD)).status).toBe(200);
    const [done] = await mails();
    expect(done?.subject).toBe(RESET_MAILS.done.subject);
    // Its link ends all sessions.
    const ended = await call(httpClient(app), "security.endSessions", { code: done?.code });
    expect(ended.status).toBe(200);
  });

  test("[FACTOR-07] a warning that was given up is sent anew, and a day is left after it", async () => {
    const { app, mails, job, begun, isGuarded } = await withApp();
    await begun();
    app.clock.advance(6 * DAY_MS);
    await job();
    const { outbox } = app.deps.store.tables;
    await app.deps.store.write(async (tx) => {
      await tx.update(outbox).set({ failedAt: app.clock.now() }).where(isNull(outbox.sentAt));
    });
    app.clock.advance(DAY_MS);
    for (let round = 0; round < 2; round += 1) await job();
    expect(await isGuarded()).toBe(true);
    expect((await mails()).map(({ subject }) => subject)).toEqual([RESET_MAILS.waiting.subject]);
    app.clock.advance(DAY_MS);
    await job();
    expect(await isGuarded()).toBe(false);
  });

  test("[FACTOR-10] all Admins are told where it is an Admin's that is removed after the week", async () => {
    const { app, id, mails, job, begun } = await withApp();
    const { users, notifications } = app.deps.store.tables;
    await app.deps.store.write(async (tx) => {
      await tx.update(users).set({ role: "Admin" }).where(eq(users.id, id));
    });
    await begun();
    for (const days of [6, 1]) {
      app.clock.advance(days * DAY_MS);
      await job();
      await mails();
    }
    const told = await app.deps.store.read.select().from(notifications);
    const { subject } = PEOPLE_NOTICES.adminFactorReset;
    expect(told.filter((one) => one.subject === subject)).toHaveLength(1);
  });

  test("the password alone begins nothing, and neither does a ticket of another browser", async () => {
    const { app, email, who, mails } = await withApp();
    const { ticket } = await firstStep(who, email);
    expect(
      (await rejectionOf(askFactors(httpClient(app), "requestReset", { ticket }))).message,
    ).toContain("login_over");
    await askFactors(who, "requestReset", { ticket });
    const { factorResets } = app.deps.store.tables;
    expect(await app.deps.store.read.select().from(factorResets)).toEqual([]);
    const [asked] = await mails();
    app.clock.advance(HOUR_MS);
    expect(
      (await rejectionOf(askFactors(who, "beginReset", { code: asked?.code }))).message,
    ).toContain(LOST_FACTOR.codeInvalid);
  });

  test("while mail is off it is said whom to ask", async () => {
    const { app, email, who } = await withApp(WITHOUT_MAIL_ENV);
    const { ticket } = await firstStep(who, email);
    expect(await askFactors<string>(who, "requestReset", { ticket })).toBe(
      LOST_FACTOR.withoutMail(app.deps.config.community.brand.contactEmail),
    );
    const { outbox } = app.deps.store.tables;
    expect(await app.deps.store.read.select().from(outbox)).toEqual([]);
  });
});

describe("an Admin", () => {
  test("[FACTOR-10] resets what a member has lost, with a reason, but not their own", async () => {
    const { app, id, email, who, mails } = await withApp();
    const admin = await addMember(app.deps, { role: "Admin" });
    const acting = httpClient(app);
    await acting.login(admin.email, PASSWORD);
    const reset = (whose: string) =>
      acting.ask("POST", "/api/trpc/administration.resetSecondFactor", {
        id: whose,
        reason: "Known by voice",
      });
    expect((await reset(admin.id)).status).toBe(409);
    expect((await reset(id)).status).toBe(200);
    expect((await reset(id)).status).toBe(409);
    expect((await who.login(email, PASSWORD)).status).toBe(200);
    expect((await mails()).map(({ subject }) => subject)).toEqual(["Your second factor was reset"]);
    const { audit, auditNotes } = app.deps.store.tables;
    const lines = await app.deps.store.read.select().from(audit);
    expect(lines.filter(({ action }) => action === "factor.reset")).toMatchObject([
      { actorId: admin.id, subject: id },
    ]);
    expect(await app.deps.store.read.select().from(auditNotes)).toMatchObject([
      { note: "Known by voice" },
    ]);
    app.clock.advance(app.deps.config.community.security.stepUpMs + 1);
    const other = await addMember(app.deps);
    await addApp(app.deps, other.id);
    expect((await reset(other.id)).status).toBe(403);
  });
});
