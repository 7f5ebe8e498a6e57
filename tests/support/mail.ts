import { once } from "node:events";
import { createServer } from "node:net";
import { asc } from "drizzle-orm";
import exampleCommunity from "#community.toml" with { type: "text" };
import { startMail } from "#sandbox/mail/mail.ts";
import { createOutages } from "#sandbox/outages.ts";
import { reserveCode } from "#server/auth/one-time-codes.ts";
import { communitySchema } from "#server/config/community.ts";
import type { Config } from "#server/config/config.ts";
import { createLog } from "#server/core/log.ts";
import { deliverOutbox, type QueuedMail, queueMail } from "#server/modules/mail/index.ts";
import { createSmtpMailer, type MailTimeouts } from "#server/providers/mail/smtp.ts";
import type { Mailer, OutgoingMail } from "#server/providers/ports/sending.ts";
import type { Store } from "#server/store/store.ts";
import { addUser } from "./accounts.ts";
import { type LogLine, PUBLIC_URL } from "./app.ts";
import { afterThisTest } from "./cleanup.ts";
import { movableClock } from "./clock.ts";
import { asSite, systemIn } from "./context.ts";
import { testStore } from "./store.ts";

const community = communitySchema.parse(Bun.TOML.parse(exampleCommunity));
export const sender = { publicUrl: PUBLIC_URL, community };

const TO = { name: "Ada Lovelace", address: "ada@example.test" };

/** @param word that it contains. */
export const plainMail = (word = "Ada"): QueuedMail => ({
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

/**
 * A mail server that lets everybody in, at `smtp://…`.
 * @param reply what it says to one command; null to say nothing, "" to hang up.
 */
export const scriptedServer = async (reply: (command: string) => string | null) => {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.write("220 hello\r\n");
    socket.on("data", (chunk) => {
      const answer = reply(chunk.toString());
      if (answer === null) return;
      if (answer === "" || answer.startsWith("421")) socket.end(answer);
      else socket.write(answer);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  afterThisTest(() => void server.close());
  const address = server.address();
  return `smtp://127.0.0.1:${address !== null && typeof address === "object" ? address.port : 0}`;
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
  given: { store?: Store; clock?: ReturnType<typeof movableClock>; url?: string } = {},
) => {
  const store = given.store ?? (await testStore());
  const clock = given.clock ?? movableClock();
  const lines: LogLine[] = [];
  const log = createLog((line) => lines.push(JSON.parse(line) as LogLine), "debug");
  const from = { name: "Lynxden", address: "den@lynxden.example" };
  const mail =
    given.url === undefined ? {} : { mail: { url: given.url, from, replyTo: from.address } };
  const context = asSite({ store, clock, log, config: { ...sender, ...mail } as Config });
  const running = new AbortController().signal;
  return {
    store,
    clock,
    lines,
    queue: (mail: QueuedMail = plainMail()) =>
      systemIn(store, clock).write((tx) => queueMail(tx, mail)),
    /** A mail with a link that confirms an address. */
    queueCode: async () => {
      const userId = await addUser(store, clock);
      const whose = { userId, kind: "verify", isOwners: false } as const;
      await systemIn(store, clock).write(async (tx) => {
        const code = (await reserveCode(tx, whose)) ?? "";
        await queueMail(tx, { to: TO, template: "verify", data: { code } });
      });
      return userId;
    },
    deliver: (signal = running) =>
      deliverOutbox(
        context,
        async () => ({ greet: async () => null, close: () => {}, ...mailer() }),
        signal,
      ),
    rows: () => store.read.select().from(store.tables.outbox).orderBy(asc(store.tables.outbox.id)),
  };
};
