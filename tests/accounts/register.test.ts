import { describe, expect, test } from "bun:test";
import { asc } from "drizzle-orm";
import { runJob } from "#server/jobs/scheduler.ts";
import { siteJobs } from "#server/jobs/site-jobs.ts";
import { LOGIN_FIELDS, REGISTRATION } from "#shared/account-messages.ts";
import { PROOF_TTL_MS } from "#shared/constants/accounts.ts";
import { MESSAGES } from "#shared/messages.ts";
import { type TestApp, testApp, withLimits } from "#tests/support/app.ts";
import { DISCORD_ENV } from "#tests/support/discord-env.ts";
import { httpClient } from "#tests/support/http-client.ts";
import { mailServer } from "#tests/support/mail.ts";
import {
  auditActions,
  call,
  NEW_PASSWORD,
  query,
  queuedMails,
  registrant,
} from "#tests/support/registration.ts";

const IMAGE = "https://cdn.example/avatars/1/a.png";

const rowsOf = async ({ deps: { store } }: TestApp) => {
  const { users, links, oneTimeCodes, proofs, notifications, notificationReads } = store.tables;
  const { read } = store;
  return {
    users: await read.select().from(users),
    links: await read.select().from(links),
    codes: await read.select().from(oneTimeCodes),
    proofs: await read.select().from(proofs),
    notifications: await read.select().from(notifications).orderBy(asc(notifications.id)),
    reads: await read
      .select()
      .from(notificationReads)
      .orderBy(asc(notificationReads.notificationId)),
  };
};

const countsOf = async (app: TestApp) => {
  const rows = await rowsOf(app);
  const mails = await queuedMails(app);
  return [rows.users, rows.links, rows.codes, rows.notifications, rows.reads, mails].map(
    ({ length }) => length,
  );
};

const refused = (sentence: string) => ({ status: 400, reply: sentence });

const WRONG = [
  ["firstName", "", "firstName: must not be empty"],
  ["firstName", "   ", "firstName: must not be empty"],
  ["firstName", "\u200b\u3164", "firstName: must not be empty"],
  ["lastName", null, "lastName: "],
  ["lastName", "x".repeat(51), "lastName: "],
  ["firstName", ["Ada"], "firstName: "],
  ["email", "", LOGIN_FIELDS.emailRequired],
  ["email", "  ", LOGIN_FIELDS.emailRequired],
  ["email", "ada", LOGIN_FIELDS.emailMalformed],
  ["email", "ada@example.test, eve@example.test", LOGIN_FIELDS.emailMalformed],
  ["email", "ada@example.test\r\nRCPT TO:<eve@example.test>", "email: "],
  ["email", `${"a".repeat(250)}@example.test`, "email: "],
  ["password", "Ab!4567", LOGIN_FIELDS.passwordTooShort],
  ["password", "lynx!2026", LOGIN_FIELDS.passwordLacksUppercase],
  ["password", "Lynx2026", LOGIN_FIELDS.passwordLacksSpecial],
  ["password", "Lynx! 2026", LOGIN_FIELDS.passwordHasSpaces],
  ["password", `L!${"x".repeat(127)}`, "password: "],
  ["password", { length: 8 }, "password: "],
  ["confirmPassword", "Lynx!2027", LOGIN_FIELDS.passwordsDiffer],
  ["discordId", "", REGISTRATION.linkAgain],
  ["discordId", "1182639400182374402", REGISTRATION.linkAgain],
  ["discordId", 1_182_639_400, "discordId: "],
  ["discordName", "Eve", REGISTRATION.linkAgain],
  ["discordName", null, REGISTRATION.linkAgain],
  ["discordImgUrl", null, REGISTRATION.linkAgain],
  ["discordImgUrl", "https://evil.example/a.png", REGISTRATION.linkAgain],
  ["discordImgUrl", [IMAGE], "discordImgUrl: "],
] as const;

/** What somebody sends who has proven nothing. */
const plain = (email: string, more: Readonly<Record<string, unknown>> = {}) => ({
  firstName: "Ada",
  lastName: "Frost",
  email,
  password: NEW_PASSWORD,
  confirmPassword: NEW_PASSWORD,
  ...more,
});

describe("register", () => {
  test("[ACC-03] makes user, link, code, mail and two notifications, and no session", async () => {
    const app = await testApp();
    const ada = await registrant(app, { discordImgUrl: IMAGE });
    const { status, reply } = await ada.register();
    expect(status).toBe(200);
    const { users, links, codes, proofs, notifications, reads } = await rowsOf(app);
    const [user] = users;
    if (user === undefined) throw new Error("There is no user.");
    expect(reply).toEqual({
      id: user.id,
      email: "Ada@Example.test",
      role: "User",
      firstName: "Ada",
      lastName: "Frost",
      discordId: ada.form.discordId,
      discordName: "Ada Frost",
      discordImgUrl: IMAGE,
    });
    expect(user).toMatchObject({
      email: "Ada@Example.test",
      emailKey: "ada@example.test",
      role: "User",
      allowMarketing: false,
      verifiedAt: null,
      passwordHash: expect.stringContaining("$argon2id$"),
    });
    expect(links).toEqual([
      expect.objectContaining({ userId: user.id, platform: "discord", name: "Ada Frost" }),
    ]);
    expect(codes).toMatchObject([{ userId: user.id, kind: "verify", usedAt: null }]);
    expect(proofs).toEqual([]);
    expect(notifications.map(({ subject }) => subject)).toEqual([
      "Link your game accounts",
      `Welcome to ${app.deps.config.community.brand.name}`,
    ]);
    expect(reads).toEqual(
      notifications.map(({ id }) => ({
        notificationId: id,
        userId: user.id,
        isRead: false,
        readAt: null,
        ticketId: null,
      })),
    );
    expect(await queuedMails(app)).toMatchObject([
      { to: { name: "", address: "Ada@Example.test" }, template: "verify" },
    ]);
    expect(await auditActions(app)).toEqual(["account.registered"]);
    const { sessions } = app.deps.store.tables;
    expect(await app.deps.store.read.select().from(sessions)).toEqual([]);
  });

  test("[ACC-02] a missing picture may be null, empty or absent", async () => {
    const app = await testApp();
    for (const [index, discordImgUrl] of [null, "", undefined].entries()) {
      const ada = await registrant(app, { email: `a${index}@example.test`, discordId: `${index}` });
      expect(await ada.register({ discordImgUrl })).toMatchObject({
        status: 200,
        reply: { discordImgUrl: null },
      });
    }
  });

  describe("[ACC-26] where the site knows no Discord", () => {
    test("anybody registers without a Discord account, once for each key", async () => {
      const app = await testApp();
      const input = plain("ada@example.test", { idempotencyKey: crypto.randomUUID() });
      const answer = {
        status: 200,
        reply: {
          email: "ada@example.test",
          role: "User",
          discordId: null,
          discordName: null,
          discordImgUrl: null,
        },
      };
      const guest = httpClient(app);
      expect(await call(guest, "accounts.register", input)).toMatchObject(answer);
      expect(await call(guest, "accounts.register", input)).toMatchObject(answer);
      const { users, links, codes } = await rowsOf(app);
      expect(users).toMatchObject([{ email: "ada@example.test", verifiedAt: null }]);
      expect(links).toEqual([]);
      expect(codes).toHaveLength(1);
    });

    test("what is kept of a request says nothing of its password", async () => {
      const idempotencyKey = crypto.randomUUID();
      const keptOf = async (password: string) => {
        const app = await testApp();
        const passwords = { password, confirmPassword: password };
        const input = plain("ada@example.test", { idempotencyKey, ...passwords });
        await call(httpClient(app), "accounts.register", input);
        const { idempotency } = app.deps.store.tables;
        const [kept] = await app.deps.store.read.select().from(idempotency);
        return (kept?.result as { contentHash: string } | undefined)?.contentHash ?? password;
      };
      expect(await keptOf("Lynx!2026one")).toBe(await keptOf("Lynx!2026two"));
    });

    test("somebody who names a Discord account must have proven it nevertheless", async () => {
      const app = await testApp();
      const claimed = plain("ada@example.test", { discordId: "1182639400182374401" });
      expect(await call(httpClient(app), "accounts.register", claimed)).toEqual(
        refused(REGISTRATION.linkAgain),
      );
    });

    test("every try counts for its address, and an address in use is refused", async () => {
      const app = await testApp({ adjust: withLimits({ takenRegistrationsByAddress: 2 }) });
      const guest = httpClient(app);
      const { status } = await call(guest, "accounts.register", plain("ada@example.test"));
      expect(status).toBe(200);
      expect(await call(guest, "accounts.register", plain("Ada@example.test"))).toEqual(
        refused(REGISTRATION.emailInUse),
      );
      expect((await call(guest, "accounts.register", plain("eve@example.test"))).status).toBe(429);
    });

    test("where it knows Discord, nobody registers without", async () => {
      const app = await testApp({ env: DISCORD_ENV });
      expect(await call(httpClient(app), "accounts.register", plain("ada@example.test"))).toEqual(
        refused(REGISTRATION.linkAgain),
      );
      expect((await rowsOf(app)).users).toEqual([]);
    });
  });

  test("[ACC-04] whatever is missing or wrong is refused, makes nothing and spends no proof", async () => {
    const app = await testApp();
    const ada = await registrant(app, { discordImgUrl: IMAGE });
    for (const [field, value, sentence] of WRONG) {
      const answer = await ada.register({ [field]: value });
      expect({ field, value, ...answer }).toEqual({
        field,
        value,
        ...refused(expect.stringContaining(sentence)),
      });
    }
    expect(await countsOf(app)).toEqual([0, 0, 0, 0, 0, 0]);
    expect(await ada.register()).toMatchObject({ status: 200 });
  });

  test("[LINK-01] another browser's proof, a proof that ran out and a spent one are worth nothing", async () => {
    const app = await testApp();
    const ada = await registrant(app);
    const eve = await registrant(app, { discordId: "1182639400182374499" });
    for (const stranger of [httpClient(app), eve])
      expect(await call(stranger, "accounts.register", ada.form)).toEqual(
        refused(REGISTRATION.linkAgain),
      );
    app.clock.advance(PROOF_TTL_MS);
    expect(await ada.register()).toEqual(refused(REGISTRATION.linkAgain));
    expect(await query(ada, "links.discordProof")).toEqual({ status: 200, reply: null });
    const again = await registrant(app);
    expect(await again.register()).toMatchObject({ status: 200 });
    expect(await again.register({ email: "other@example.test" })).toEqual(
      refused(REGISTRATION.linkAgain),
    );
  });

  test("[LINK-01] a proof survives a reload and is shown until it is spent", async () => {
    const app = await testApp();
    const ada = await registrant(app, { discordImgUrl: IMAGE });
    const { discordId, discordName, discordImgUrl } = ada.form;
    for (const _ of [1, 2])
      expect(await query(ada, "links.discordProof")).toEqual({
        status: 200,
        reply: { discordId, discordName, discordImgUrl },
      });
    await ada.register();
    expect(await query(ada, "links.discordProof")).toEqual({ status: 200, reply: null });
  });

  test("[ACC-01, ACC-05] an address is used once, however it is written, and its proof remains", async () => {
    const app = await testApp();
    await (await registrant(app)).register();
    const eve = await registrant(app, { discordId: "1182639400182374499" });
    expect(await eve.register({ email: "ADA@example.TEST" })).toEqual(
      refused(REGISTRATION.emailInUse),
    );
    expect(await countsOf(app)).toEqual([1, 1, 1, 2, 2, 1]);
    expect(await eve.register({ email: "eve@example.test" })).toMatchObject({ status: 200 });
  });

  test("[ACC-05] a Discord account that was taken since it was proven is refused", async () => {
    const app = await testApp();
    const [ada, eve] = [await registrant(app), await registrant(app)];
    await ada.register();
    expect(await eve.register({ email: "eve@example.test" })).toEqual(
      refused(REGISTRATION.discordTaken),
    );
    // Nor does a proof that cannot be spent any more tell which addresses there are.
    expect(await eve.register()).toEqual(refused(REGISTRATION.discordTaken));
    expect(await countsOf(app)).toEqual([1, 1, 1, 2, 2, 1]);
  });

  test("two registrations at once with one address make one account", async () => {
    const app = await testApp();
    const ada = await registrant(app);
    const eve = await registrant(app, {
      email: "ada@EXAMPLE.test",
      discordId: "1182639400182374499",
    });
    const answers = await Promise.all([ada.register(), eve.register()]);
    expect(answers).toContainEqual(expect.objectContaining({ status: 200 }));
    expect(answers).toContainEqual(refused(REGISTRATION.emailInUse));
    expect(await countsOf(app)).toEqual([1, 1, 1, 2, 2, 1]);
  });

  test("two registrations at once with one Discord account make one account", async () => {
    const app = await testApp();
    const [ada, eve] = [
      await registrant(app),
      await registrant(app, { email: "eve@example.test" }),
    ];
    const answers = await Promise.all([ada.register(), eve.register()]);
    expect(answers).toContainEqual(expect.objectContaining({ status: 200 }));
    expect(answers).toContainEqual(refused(REGISTRATION.discordTaken));
    expect(await countsOf(app)).toEqual([1, 1, 1, 2, 2, 1]);
  });

  test("one proof that is used twice at once makes one account", async () => {
    const app = await testApp();
    const ada = await registrant(app);
    const answers = await Promise.all([
      ada.register(),
      ada.register({ email: "second@example.test" }),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    // Where one is over before the other looks, whose account it is already is what there is to say.
    const refusal = answers.find(({ status }) => status === 400)?.reply;
    expect<unknown[]>([REGISTRATION.linkAgain, REGISTRATION.discordTaken]).toContain(refusal);
    expect(await countsOf(app)).toEqual([1, 1, 1, 2, 2, 1]);
  });

  test("[LIMIT-04] only completed registrations count, per address", async () => {
    const app = await testApp({
      adjust: (config) => {
        const limits = { ...config.community.limits };
        limits.registrationsByAddress = { max: 2, windowMs: 60 * 60_000 };
        return { ...config, community: { ...config.community, limits } };
      },
    });
    const join = async (number: number, address = "203.0.113.7") =>
      registrant(app, {
        email: `a${number}@example.test`,
        discordId: `118263940018237440${number}`,
        address,
      });
    await (await join(1)).register();
    for (const number of [2, 3])
      expect(await (await join(number)).register({ email: "a1@example.test" })).toEqual(
        refused(REGISTRATION.emailInUse),
      );
    expect(await (await join(4)).register()).toMatchObject({ status: 200 });
    const late = await join(5);
    expect(await late.register()).toEqual({ status: 429, reply: MESSAGES.tooManyAttempts });
    // Before anything is looked up or hashed.
    const taken = { email: "a1@example.test" };
    expect(await late.register(taken)).toEqual({ status: 429, reply: MESSAGES.tooManyAttempts });
    expect(await (await join(6, "198.51.100.1")).register()).toMatchObject({ status: 200 });
    app.clock.advance(60 * 60_000);
    expect(await late.register()).toEqual(refused(REGISTRATION.linkAgain));
    expect(await (await join(5)).register()).toMatchObject({ status: 200 });
  });

  test("[MAIL-01] while the mail server is down registration succeeds, and the mail arrives later", async () => {
    const { url, inbox, setMode } = await mailServer();
    const app = await testApp({ env: { SMTP_URL: url, MAIL_FROM: "den@den.example" } });
    const job = siteJobs(app.deps).find(({ name }) => name === "deliver-mail");
    if (job === undefined) throw new Error("There is no such job.");
    const run = () => runJob(app.deps, job, new AbortController().signal);
    setMode("down");
    expect(await (await registrant(app)).register()).toMatchObject({ status: 200 });
    await run();
    expect(inbox()).toEqual([]);
    setMode("up");
    app.clock.advance(60_000);
    await run();
    const [mail] = inbox();
    expect(mail?.to.toLowerCase()).toBe("ada@example.test");
    const code = /verify-email\?code=([\w-]+)/.exec(mail?.text ?? "")?.[1];
    expect(await call(httpClient(app), "accounts.verifyEmail", { code })).toMatchObject({
      status: 200,
    });
  });
});
