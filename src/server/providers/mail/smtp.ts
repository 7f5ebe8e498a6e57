import { createTransport } from "nodemailer";
import { z } from "zod";
import type { MailConfig } from "#server/config/config.ts";
import type { Mailer, MailOutcome, OutgoingMail } from "#server/providers/ports/sending.ts";

/** As it is: an address that is folded or encoded is none. */
const asIs = (value: string) => ({ prepared: true, foldLines: false, value });

/**
 * What every mail of ours says of itself: that a program wrote it, and where a mail program may end such
 * mails with one click (RFC 8058).
 */
export const mailHeaders = ({ unsubscribeUrl }: Pick<OutgoingMail, "unsubscribeUrl">) => ({
  "Auto-Submitted": "auto-generated",
  ...(unsubscribeUrl != null && {
    Precedence: "bulk",
    "List-Unsubscribe": asIs(`<${unsubscribeUrl}>`),
    "List-Unsubscribe-Post": asIs("List-Unsubscribe=One-Click"),
  }),
});

/** How long the mail server may take, in milliseconds. */
export type MailTimeouts = {
  connect: number;
  greeting: number;
  /** Of silence in the middle of a conversation. */
  silence: number;
  /** One mail from beginning to end, however busy the conversation is. */
  whole: number;
  /** Greeting us and letting us in, when it is asked whether it is there at all. */
  greet: number;
};

const TIMEOUTS: MailTimeouts = {
  connect: 5000,
  greeting: 5000,
  silence: 10_000,
  whole: 20_000,
  greet: 10_000,
};
/** How long a connection may take to say goodbye. */
const CLOSE_MS = 1000;
const CONNECTIONS = 5;

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

const mailbox = z.object({ name: z.string(), address: z.email().max(254) });

/** What the transport tells of a failure, as far as it may be kept. */
const failure = z.looseObject({
  code: z.string().max(40).optional().catch(undefined),
  originalCode: z.string().max(40).optional().catch(undefined),
  responseCode: z.number().optional().catch(undefined),
});

/** The server answered, but closes the connection. */
const SHUTTING_DOWN = 421;

/** What can be told from a failure alone: without an answer, it may be the server's or the mail's. */
export const readFailure = (error: unknown) => {
  const { code, originalCode, responseCode } = failure.safeParse(error).data ?? {};
  const words = [originalCode ?? code ?? "EUNKNOWN", responseCode].filter(Boolean);
  const isAnswer = responseCode !== undefined && responseCode !== SHUTTING_DOWN;
  const blames = code === "EAUTH" ? "server" : isAnswer ? "mail" : "unknown";
  return { code: words.join(" "), blames } as const;
};

/** Where the mail server is, as the library wants it. */
export const connectionOf = (address: string) => {
  const { protocol, hostname, port, username, password } = new URL(address);
  // Whoever writes smtp:// with that port means the same.
  const isSecure = protocol === "smtps:" || port === "465";
  const isLocal = LOOPBACK.has(hostname);
  return {
    host: hostname.replaceAll(/^\[|\]$/g, ""),
    ...(port !== "" && { port: Number(port) }),
    secure: isSecure,
    // A password never leaves this machine in the clear; a server on it has no certificate to check.
    requireTLS: !isSecure && !isLocal && username !== "",
    ignoreTLS: isLocal,
    ...(username !== "" && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
  };
};

/**
 * Mail over SMTP, over a handful of connections that are used again.
 * @param timeouts in milliseconds, in place of the usual ones.
 */
export const createSmtpMailer = (
  config: MailConfig,
  timeouts: Partial<MailTimeouts> = {},
): Mailer => {
  const { connect, greeting, silence, whole, greet } = { ...TIMEOUTS, ...timeouts };
  const transport = createTransport({
    ...connectionOf(config.url),
    pool: true,
    maxConnections: CONNECTIONS,
    // A mail that was cut off is tried again by whoever sent it, in its time.
    maxRequeues: 0,
    dnsTimeout: connect,
    connectionTimeout: connect,
    greetingTimeout: greeting,
    socketTimeout: silence,
    socketCloseTimeout: CLOSE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const greetInTime = (): Promise<string | null> => {
    const late = AbortSignal.timeout(greet);
    return Promise.race([
      transport.verify().then(
        () => null,
        (error: unknown) => readFailure(error).code,
      ),
      new Promise<string>((resolve) => {
        late.addEventListener("abort", () => resolve("ETIMEDOUT"), { once: true });
      }),
    ]);
  };
  let asked: Promise<string | null> | null = null;
  /** Several mails that fail at the same time ask once. */
  const greetOnce = (): Promise<string | null> => {
    asked ??= greetInTime().finally(() => {
      asked = null;
    });
    return asked;
  };

  const domain = config.from.address.slice(config.from.address.lastIndexOf("@") + 1);

  const send = async ({
    id,
    to,
    subject,
    text,
    html,
    unsubscribeUrl,
  }: OutgoingMail): Promise<MailOutcome> => {
    // As text, an address could be a list of addresses, or carry commands.
    const recipient = mailbox.safeParse(to);
    if (!recipient.success) return { isSent: false, code: "EADDRESS", isServerDown: false };
    try {
      await transport.sendMail({
        messageId: `<${id}@${domain}>`,
        from: config.from,
        replyTo: { name: config.from.name, address: config.replyTo },
        to: recipient.data,
        envelope: { from: config.from.address, to: [recipient.data.address] },
        subject,
        text,
        html,
        headers: mailHeaders({ unsubscribeUrl }),
        signal: AbortSignal.timeout(whole),
      });
      return { isSent: true };
    } catch (error) {
      const { code, blames } = readFailure(error);
      // Silence or a hang-up may be about this recipient alone, whom anybody can have us write to.
      const isServerDown =
        blames === "server" || (blames === "unknown" && (await greetOnce()) !== null);
      return { isSent: false, code, isServerDown };
    }
  };

  return { greet: greetOnce, send, close: () => transport.close() };
};
