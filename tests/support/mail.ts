import { asc } from "drizzle-orm";
import { startMail } from "#sandbox/mail/mail.ts";
import { createOutages } from "#sandbox/outages.ts";
import { reserveCode } from "#server/auth/one-time-codes.ts";
import { createLog } from "#server/log.ts";
import { type DeliverContext, deliverOutbox, queueMail } from "#server/modules/mail/index.ts";
import type { Mailer, OutgoingMail } from "#server/providers/mail/port.ts";
import { createSmtpMailer, type MailTimeouts } from "#server/providers/mail/smtp.ts";
import type { Store } from "#server/store/store.ts";
import exampleCommunity from "#community.toml" with { type: "text" };
import { communitySchema } from "#server/community.ts";
import { addUser } from "./accounts.ts";
import { type LogLine, PUBLIC_URL } from "./app.ts";
import { afterThisTest } from "./cleanup.ts";
import { movableClock } from "./clock.ts";
import { testStore } from "./store.ts";

const community = communitySchema.parse(Bun.TOML.parse(exampleCommunity));
export const sender = { publicUrl: PUBLIC_URL, community };

type Queued = Parameters<typeof queueMail>[3];
const TO = { name: "Ada Lovelace", address: "ada@example.test" };

/** @param word that it contains. */
export const plainMail = (word = "Ada"): Queued => ({
  to: TO,
  template: "password-changed",
  data: { firstName: word, changedAt: "2026-03-01T12:00:00.000Z" },
});

/** A real mail server on the loopback, its inbox and its outages. */
export const mailServer = async (slowMs?: number) => {
  const outages = createOutages(slowMs);
  const mail = await startMail(outages);
  afterThisTest(() => mail.stop());
  return {
    inbox: () => mail.list(),
    url: mail.smtpUrl,
    setMode: (mode: Parameters<typeof outages.set>[1]) => outages.set("smtp", mode),
  };
};

/** A mailer of this test. */
export const mailerTo = (url: string, timeouts: Partial<MailTimeouts> = {}): Mailer => {
  const from = { name: "Lynxden", address: "den@lynxden.example" };
  const mailer = createSmtpMailer({ url, from, replyTo: "help@lynxden.example" }, timeouts);
  afterThisTest(() => mailer.close());
  return mailer;
};

export const outgoing = (given: Partial<OutgoingMail> = {}): OutgoingMail => ({
  id: "a.1",
  to: { name: "Ada Lovelace", address: "ada@example.test" },
  subject: "Grüße aus dem Wald",
  text: "Hällo",
  html: "<p>Hällo</p>",
  ...given,
});

/** An outbox whose mails go where `mailer` takes them. */
export const outboxOf = async (
  mailer: () => Pick<Mailer, "send">,
  given: { store?: Store; clock?: ReturnType<typeof movableClock> } = {},
) => {
  const store = given.store ?? (await testStore());
  const clock = given.clock ?? movableClock();
  const lines: LogLine[] = [];
  const log = createLog((line) => lines.push(JSON.parse(line) as LogLine), "debug");
  const context: DeliverContext = { store, clock, log, config: sender };
  const running = new AbortController().signal;
  return {
    store,
    clock,
    lines,
    queue: (mail: Queued = plainMail()) => store.write((tx) => queueMail(store, tx, clock, mail)),
    /** A mail with a link that confirms an address. */
    queueCode: async () => {
      const userId = await addUser(store, clock);
      const whose = { userId, kind: "verify", isOwners: false } as const;
      await store.write(async (tx) => {
        const code = (await reserveCode(store, tx, clock, whose)) ?? "";
        await queueMail(store, tx, clock, { to: TO, template: "verify", data: { code } });
      });
      return userId;
    },
    deliver: (signal = running) =>
      deliverOutbox(context, async () => ({ close: () => {}, ...mailer() }), signal),
    rows: () => store.read.select().from(store.tables.outbox).orderBy(asc(store.tables.outbox.id)),
  };
};
