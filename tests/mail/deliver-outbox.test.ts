import { expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { forgetOldMail, queueMail } from "#server/modules/mail/index.ts";
import type { MailOutcome, OutgoingMail } from "#server/providers/ports/sending.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#shared/constants/time.ts";
import { movableClock } from "#tests/support/clock.ts";
import { asSite, systemIn } from "#tests/support/context.ts";
import { mailerTo, mailServer, outboxOf, plainMail, scriptedServer } from "#tests/support/mail.ts";
import { rejectionOf } from "#tests/support/rejection.ts";
import { openForTest, testDatabase } from "#tests/support/store.ts";

const running = new AbortController().signal;

/** A mailer that notes what it was given. */
const notingMailer = (answer: (mail: OutgoingMail) => MailOutcome | Promise<MailOutcome>) => {
  const mails: OutgoingMail[] = [];
  return {
    mails,
    send: async (mail: OutgoingMail) => {
      mails.push(mail);
      return answer(mail);
    },
  };
};
const sent: MailOutcome = { isSent: true };
const refused: MailOutcome = { isSent: false, code: "EENVELOPE 450", isServerDown: false };
const down: MailOutcome = { isSent: false, code: "ECONNREFUSED", isServerDown: true };

test("a queued mail arrives over SMTP, once, with the link in text and HTML", async () => {
  const { url, inbox } = await mailServer();
  const { queueCode, deliver, rows } = await outboxOf(() => mailerTo(url));
  await queueCode();
  await deliver();
  await deliver();
  expect(inbox()).toHaveLength(1);
  const [mail] = inbox();
  expect(mail).toMatchObject({
    to: "ada@example.test",
    subject: "Confirm your email address for Lynxden",
  });
  const link = /http:\/\/den\.example\/verify-email\?code=[\w-]{43}/.exec(mail?.text ?? "")?.[0];
  expect(mail?.html).toContain(`href="${link}"`);
  expect(await rows()).toMatchObject([{ attempts: 1, failedAt: null, lastError: null }]);
});

test("what is through leaves neither address nor code in the store", async () => {
  const { queueCode, deliver, rows } = await outboxOf(() => notingMailer(() => sent));
  await queueCode();
  await deliver();
  expect((await rows()).map(({ payload }) => payload)).toEqual([{ template: "verify" }]);
});

test("a mail of a transaction that fails is never sent", async () => {
  const mailer = notingMailer(() => sent);
  const { store, deliver, rows } = await outboxOf(() => mailer);
  const failing = systemIn(store).write(async (tx) => {
    await queueMail(tx, plainMail());
    throw new Error("no");
  });
  await rejectionOf(failing);
  await deliver();
  expect([mailer.mails, await rows()]).toEqual([[], []]);
});

test("[MAIL-01] while the mail server is down a mail waits, and arrives after it is back", async () => {
  const { url, inbox, setMode } = await mailServer();
  const { queue, deliver, rows, clock } = await outboxOf(() => mailerTo(url));
  setMode("down");
  await queue();
  await deliver();
  expect(inbox()).toEqual([]);
  expect(await rows()).toMatchObject([{ attempts: 1, sentAt: null, failedAt: null }]);
  setMode("up");
  clock.advance(20_000);
  await deliver();
  expect(inbox()).toEqual([]);
  clock.advance(10_000);
  await deliver();
  expect(inbox()).toHaveLength(1);
  expect(await rows()).toMatchObject([{ attempts: 2, sentAt: clock.now(), lastError: null }]);
});

test.each([
  "a@example.test\r\nRCPT TO:<evil@example.test>",
  "a@example.test, evil@example.test",
  "nobody",
])("[MAIL-02] what is not one address does not get into the outbox: %j", async (address) => {
  const { queue, rows } = await outboxOf(() => notingMailer(() => sent));
  await rejectionOf(queue({ ...plainMail(), to: { name: "Ada", address } }));
  await rejectionOf(
    queue({ ...plainMail(), to: { name: "A\r\nBcc: b@b.test", address: "a@b.test" } }),
  );
  expect(await rows()).toEqual([]);
});

test("a row that is no mail is given up at once and holds up nothing", async () => {
  const mailer = notingMailer(() => sent);
  const { store, clock, queue, deliver, rows, lines } = await outboxOf(() => mailer);
  const { outbox } = store.tables;
  const row = { kind: "mail", nextAttemptAt: clock.now(), createdAt: clock.now() };
  await store.write(async (tx) => {
    await tx.insert(outbox).values([
      { ...row, payload: { to: "evil@example.test" } },
      { ...row, kind: "other", payload: {} },
    ]);
  });
  await queue();
  await deliver();
  expect(mailer.mails).toHaveLength(1);
  expect(await rows()).toMatchObject([
    { lastError: "unreadable", failedAt: clock.now(), payload: { template: null } },
    { sentAt: null, failedAt: null, attempts: 0 },
    { sentAt: clock.now() },
  ]);
  expect(JSON.stringify(lines)).not.toContain("example.test");
});

test("two deliverers at once send every mail once", async () => {
  const database = await testDatabase();
  const clock = movableClock();
  const mailer = notingMailer(async () => {
    await Bun.sleep(1);
    return sent;
  });
  const first = await outboxOf(() => mailer, { store: await openForTest(database), clock });
  const second = await outboxOf(() => mailer, { store: await openForTest(database), clock });
  for (let index = 0; index < 23; index += 1) await first.queue(plainMail(`code-${index}`));
  await Promise.all([first.deliver(), second.deliver(), first.deliver()]);
  expect(mailer.mails).toHaveLength(23);
  expect(new Set(mailer.mails.map(({ id }) => id)).size).toBe(23);
});

test("a mail that a crashed deliverer had taken is sent by the next, under the same id", async () => {
  const mailer = notingMailer(() => sent);
  const { store, clock, queue, deliver, rows } = await outboxOf(() => mailer);
  const { outbox } = store.tables;
  await queue();
  const [before] = await rows();
  await deliver();
  // As a program leaves it that ends after sending and before recording.
  await store.write(async (tx) => {
    await tx
      .update(outbox)
      .set({ sentAt: null, payload: before?.payload })
      .where(eq(outbox.id, before?.id ?? 0));
  });
  await deliver();
  expect(mailer.mails).toHaveLength(1);
  clock.advance(2 * MINUTE_MS);
  await deliver();
  expect(mailer.mails).toHaveLength(2);
  expect(mailer.mails[1]?.id).toBe(mailer.mails[0]?.id ?? "");
});

test("after 48 hours a mail is given up, with the code of the last failure", async () => {
  const mailer = notingMailer(() => refused);
  const { clock, queue, deliver, rows, lines } = await outboxOf(() => mailer);
  await queue();
  for (let hours = 0; hours < 48; hours += 1) {
    await deliver();
    expect(await rows()).toMatchObject([{ failedAt: null }]);
    clock.advance(HOUR_MS);
  }
  await deliver();
  const tries = mailer.mails.length;
  expect(await rows()).toMatchObject([
    {
      failedAt: clock.now(),
      lastError: "EENVELOPE 450",
      payload: { template: "password-changed" },
    },
  ]);
  clock.advance(DAY_MS);
  await deliver();
  expect(mailer.mails).toHaveLength(tries);
  expect(lines.at(-1)).toMatchObject({ level: "error", event: "mail.given_up" });
  expect(JSON.stringify(lines)).not.toContain("ada@");
});

test("what waited two days for a mail server to be configured is not sent any more", async () => {
  const mailer = notingMailer(() => sent);
  const { clock, queue, deliver, rows } = await outboxOf(() => mailer);
  await queue();
  clock.advance(2 * DAY_MS);
  await deliver();
  expect(mailer.mails).toEqual([]);
  expect(await rows()).toMatchObject([{ failedAt: clock.now(), lastError: "too late" }]);
});

test("a mail server that does not answer is asked for one slice, not for every mail", async () => {
  const mailer = notingMailer(() => down);
  const { queue, deliver } = await outboxOf(() => mailer);
  for (let index = 0; index < 12; index += 1) await queue();
  await deliver();
  expect(mailer.mails).toHaveLength(5);
});

test("one refused mail does not keep the others from being sent", async () => {
  const mailer = notingMailer((mail) => (mail.text.includes("code-3") ? refused : sent));
  const { queue, deliver, rows } = await outboxOf(() => mailer);
  for (let index = 0; index < 12; index += 1) await queue(plainMail(`code-${index}`));
  await deliver();
  expect((await rows()).filter(({ sentAt }) => sentAt === null)).toHaveLength(1);
});

test("a delivery that is asked to stop finishes what is under way and leaves the rest", async () => {
  const stopping = new AbortController();
  const mailer = notingMailer(() => {
    stopping.abort();
    return sent;
  });
  const { queue, deliver, rows } = await outboxOf(() => mailer);
  for (let index = 0; index < 12; index += 1) await queue();
  await deliver(stopping.signal);
  const all = await rows();
  expect(all.filter(({ sentAt }) => sentAt !== null)).toHaveLength(5);
  expect(all.filter(({ attempts }) => attempts > 0)).toHaveLength(5);
});

test("seven days after it was sent or given up nothing is left of a mail", async () => {
  const outcomes: MailOutcome[] = [sent, refused];
  const mailer = notingMailer(() => outcomes.shift() ?? refused);
  const { store, clock, queue, deliver, rows } = await outboxOf(() => mailer);
  const forget = () => forgetOldMail(asSite({ store, clock }), running);
  await queue();
  await queue();
  await deliver();
  clock.advance(7 * DAY_MS - 1);
  await forget();
  expect(await rows()).toHaveLength(2);
  clock.advance(1);
  await forget();
  expect(await rows()).toMatchObject([{ sentAt: null }]);
  await deliver();
  expect(await rows()).toMatchObject([{ failedAt: clock.now() }]);
  clock.advance(7 * DAY_MS);
  await forget();
  expect(await rows()).toEqual([]);
});

test("where mail is switched off, what waits is forgotten as well", async () => {
  const { store, clock, queue, rows } = await outboxOf(() => notingMailer(() => sent));
  await queue();
  clock.advance(9 * DAY_MS - 1);
  await forgetOldMail(asSite({ store, clock }), running);
  expect(await rows()).toHaveLength(1);
  clock.advance(1);
  await forgetOldMail(asSite({ store, clock }), running);
  expect(await rows()).toEqual([]);
});

test("a recipient whom the mail server hangs up on holds nobody else's mail back", async () => {
  const delivered: string[] = [];
  const url = await scriptedServer((command) => {
    if (command.startsWith("RCPT") && command.includes("tarpit")) return "";
    if (command.startsWith("RCPT")) delivered.push(command.trim());
    if (command.startsWith("DATA")) return "354 go on\r\n";
    const isBody = !/^(EHLO|MAIL|RCPT|RSET|QUIT)/u.test(command);
    return isBody && !command.endsWith("\r\n.\r\n") ? null : "250 ok\r\n";
  });
  const mailer = mailerTo(url);
  const { queue, deliver, rows } = await outboxOf(() => mailer);
  for (let number = 1; number <= 6; number += 1)
    await queue({
      ...plainMail(),
      to: { name: "Nobody", address: `tarpit${number}@example.test` },
    });
  await queue();
  await deliver();
  expect(delivered).toEqual(["RCPT TO:<ada@example.test>"]);
  expect((await rows()).map((row) => row.sentAt !== null)).toEqual([
    ...Array<boolean>(6).fill(false),
    true,
  ]);
});

test.each([
  ["smtp://ada:secret@mail.example", "mail.example", 587],
  ["smtps://mail.example", "mail.example", 465],
  ["smtp://[2001:db8::1]:2525", "2001:db8::1", 2525],
])(
  "a mail that was not sent to %s names the mail server in the log, and no password",
  async (url, host, port) => {
    const { queue, deliver, lines } = await outboxOf(() => notingMailer(() => refused), { url });
    await queue();
    await deliver();
    expect(lines.at(-1)).toMatchObject({
      event: "mail.not_sent",
      host,
      port,
      code: "EENVELOPE 450",
    });
    expect(JSON.stringify(lines)).not.toContain("secret");
  },
);
