import { describe, expect, test } from "bun:test";
import { and, asc, eq } from "drizzle-orm";
import {
  deliverOutbox,
  forgetOldMail,
  queueMail,
  withdrawMail,
} from "#server/modules/mail/index.ts";
import type { MailOutcome, OutgoingMail } from "#server/providers/ports/sending.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#shared/constants/time.ts";
import { FAILED_MAILS } from "#shared/health-work-messages.ts";
import { MESSAGES } from "#shared/messages.ts";
import { addMember } from "#tests/support/accounts.ts";
import { asSite, systemIn } from "#tests/support/context.ts";
import { httpClient } from "#tests/support/http-client.ts";
import { plainMail } from "#tests/support/mail.ts";
import { appWithPeople, person, refusalOf } from "#tests/support/people.ts";
import { call, NEW_PASSWORD, registrant } from "#tests/support/registration.ts";

const running = new AbortController().signal;
const CODE = "EENVELOPE 450";
const REFUSED: MailOutcome = { isSent: false, code: CODE, isServerDown: false };

/** A site whose mail server refuses everything until it is told to take it. */
const setUp = async () => {
  const world = await appWithPeople();
  const { app, clock, store } = world;
  const { outbox, audit } = store.tables;
  const mails: OutgoingMail[] = [];
  let isTaking = false;
  const send = async (mail: OutgoingMail): Promise<MailOutcome> => {
    if (!isTaking) return REFUSED;
    mails.push(mail);
    return { isSent: true };
  };
  const openMailer = async () => ({ greet: async () => null, close: () => {}, send });
  const deliver = () => deliverOutbox(asSite(app.deps), openMailer, running);
  return {
    ...world,
    deliver,
    /** Sessions end while mails wait. */
    signIn: async () => ({
      admin: await person(app, world.admin.id),
      member: await person(app, world.member.id),
    }),
    takeMail: () => {
      isTaking = true;
    },
    /** Tries the mails that wait until they are given up. */
    giveUp: async () => {
      await deliver();
      clock.advance(2 * DAY_MS);
      await deliver();
    },
    queue: (word: string) => systemIn(store, clock).write((tx) => queueMail(tx, plainMail(word))),
    rows: () => store.read.select().from(outbox).orderBy(asc(outbox.id)),
    /** To whom mails were sent, and the secrets of their links, oldest first. */
    sent: () =>
      mails.map(({ to, text }) => ({
        to: to.address,
        secret: /(?:code|token)=([\w-]{43})/.exec(text)?.[1] ?? null,
      })),
    audited: async () => {
      const rows = await store.read
        .select()
        .from(audit)
        .where(eq(audit.action, "mail.sent_again"))
        .orderBy(asc(audit.id));
      return rows.map(({ actorId, after }) => [actorId, after]);
    },
  };
};

describe("[MAIL-04] a mail that was given up", () => {
  test("is listed for Admins with a masked address, and sent again", async () => {
    const { app, clock, signIn, deliver, giveUp, queue, takeMail, sent, audited } = await setUp();
    const { email } = await addMember(app.deps, { email: "grace@example.test" });
    await call(httpClient(app), "accounts.requestPasswordReset", { email });
    await queue("One");
    const queuedAt = clock.now().toISOString();
    await giveUp();
    const failedAt = clock.now().toISOString();
    const { admin, member } = await signIn();
    const { items, nextCursor } = await admin.mail.failed.query({});
    const known = { error: CODE, attempts: 2, queuedAt, failedAt };
    expect(items).toEqual([
      { id: items[0]?.id ?? 0, kind: "password-changed", to: "a…@example.test", ...known },
      { id: items[1]?.id ?? 0, kind: "reset", to: "g…@example.test", ...known },
    ]);
    expect(nextCursor).toBeNull();
    const first = await admin.mail.failed.query({ limit: 1 });
    expect(await admin.mail.failed.query({ limit: 1, cursor: first.nextCursor })).toEqual({
      items: items.slice(1),
      nextCursor: null,
    });

    takeMail();
    await deliver();
    expect(sent()).toEqual([]);
    const [, reset] = items;
    const id = reset?.id ?? 0;
    expect(await admin.mail.resendFailed.mutate({ id })).toBe(FAILED_MAILS.queuedAgain(1));
    expect((await admin.mail.failed.query({})).items).toEqual(items.slice(0, 1));
    clock.advance(MINUTE_MS);
    await deliver();
    expect(sent()).toEqual([{ to: email, secret: expect.stringMatching(/./) }]);
    // Its link is good for an hour from when it was sent.
    clock.advance(HOUR_MS - 1);
    const used = await call(httpClient(app), "accounts.resetPassword", {
      token: sent()[0]?.secret,
      newPassword: NEW_PASSWORD,
      confirmPassword: NEW_PASSWORD,
    });
    expect(used.status).toBe(200);
    for (const unknown of [id, 1_000_000])
      expect(await refusalOf(admin.mail.resendFailed.mutate({ id: unknown }))).toEqual([
        404,
        FAILED_MAILS.unknown,
      ]);
    for (const ask of [
      () => member.mail.failed.query({}),
      () => member.mail.resendFailed.mutate({}),
    ])
      expect(await refusalOf(ask())).toEqual([403, MESSAGES.accessDenied]);
    expect(await audited()).toEqual([[admin.id, { mails: 1 }]]);
  });

  test("is sent again with all others, but for those that nobody needs or can read", async () => {
    const { app, clock, store, ...world } = await setUp();
    const { signIn, deliver, giveUp, queue, takeMail, sent, audited } = world;
    const { outbox } = store.tables;
    const { register, form } = await registrant(app);
    await register();
    await queue("One");
    await queue("Two");
    await store.write(async (tx) => {
      const now = clock.now();
      await tx.insert(outbox).values({
        kind: "mail",
        payload: { template: "reset" },
        nextAttemptAt: now,
        createdAt: now,
      });
    });
    await giveUp();
    // The next mail ends the link of the first.
    await call(httpClient(app), "accounts.resendVerification", { email: form.email });
    takeMail();
    const { admin } = await signIn();
    const listed = (await admin.mail.failed.query({})).items.map(({ kind }) => String(kind));
    expect(listed.toSorted()).toEqual(["null", "password-changed", "password-changed", "verify"]);
    expect(await admin.mail.resendFailed.mutate({})).toBe(FAILED_MAILS.queuedAgain(3));
    await deliver();
    const recipients = sent().map(({ to }) => to);
    expect(recipients.toSorted()).toEqual([form.email, "ada@example.test", "ada@example.test"]);
    expect(await admin.mail.resendFailed.mutate({})).toBe(FAILED_MAILS.queuedAgain(0));
    expect((await admin.mail.failed.query({})).items).toMatchObject([{ kind: null, to: null }]);
    expect(await audited()).toEqual([[admin.id, { mails: 3 }]]);
  });

  test("is gone with the person, and a week after it was given up", async () => {
    const { app, clock, giveUp, queue, rows } = await setUp();
    await queue("One");
    await giveUp();
    await withdrawMail(asSite(app.deps), ["ADA@example.test"], running);
    expect(await rows()).toEqual([]);
    await queue("Two");
    await giveUp();
    clock.advance(7 * DAY_MS);
    await forgetOldMail(asSite(app.deps), running);
    expect(await rows()).toEqual([]);
  });
});

describe("[ACC-09] the hour of a mailed link begins when its mail goes out", () => {
  const HOURS_DOWN = 30;

  test.each([
    ["verify", "accounts.verifyEmail"],
    ["browser", "accounts.confirmBrowser"],
    ["reset", "accounts.resetPassword"],
  ] as const)("%s, however long the mail server was down", async (kind, spend) => {
    const { app, clock, deliver, takeMail, sent } = await setUp();
    const who = httpClient(app);
    const ask = async (email: string) => {
      if (kind === "verify") {
        const { register } = await registrant(app, { email });
        await register();
        return;
      }
      await addMember(app.deps, { email });
      const procedure = kind === "reset" ? "requestPasswordReset" : "requestBrowserLink";
      await call(who, `accounts.${procedure}`, { email });
    };
    await ask("grace@example.test");
    for (let hour = 0; hour < HOURS_DOWN; hour += 1) {
      await deliver();
      clock.advance(HOUR_MS);
    }
    takeMail();
    await deliver();
    const [mail] = sent();
    const use = (secret = mail?.secret) =>
      call(httpClient(app), spend, {
        code: secret,
        token: secret,
        newPassword: NEW_PASSWORD,
        confirmPassword: NEW_PASSWORD,
      });
    clock.advance(HOUR_MS - 1);
    expect(await use()).toMatchObject({ status: 200 });
    const { oneTimeCodes: codes } = app.deps.store.tables;
    const isUsed = and(eq(codes.kind, kind));
    await app.deps.store.write(async (tx) => {
      await tx.update(codes).set({ usedAt: null }).where(isUsed);
    });
    clock.advance(1);
    expect((await use()).status).toBe(400);
  });

  test("[ACC-10] links whose mails wait count among the five that are good at once", async () => {
    const { app, clock, deliver, takeMail, sent } = await setUp();
    const { email } = await addMember(app.deps);
    for (let hour = 0; hour < 8; hour += 1) {
      await call(httpClient(app), "accounts.requestPasswordReset", { email });
      await deliver();
      clock.advance(HOUR_MS);
    }
    takeMail();
    await deliver();
    expect(sent()).toHaveLength(5);
  });
});
