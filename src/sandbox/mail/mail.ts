import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import PostalMime from "postal-mime";
import { SMTPServer, type SMTPServerDataStream } from "smtp-server";
import { HOST } from "#sandbox/game-servers/game-servers.ts";
import type { Outages } from "#sandbox/outages.ts";
import { inboxPage, mailPage } from "#sandbox/pages/page.ts";

/** So many mails are kept; the oldest go first. */
const KEPT = 500;

/** One mail that was caught. */
export type CaughtMail = {
  /** Whom the server was told to deliver it to, whatever the mail itself says. */
  to: string;
  subject: string;
  text: string;
  html: string;
  /** As they stood in the mail, unfolded, by their names in lower case; of several of a name the last. */
  headers: Readonly<Record<string, string>>;
  /** ISO 8601. */
  receivedAt: string;
};

/** The mails that arrived, in memory. */
export const createInbox = () => {
  let received = 0;
  let mails: (CaughtMail & { number: number })[] = [];
  return {
    /**
     * @param raw the mail as it came over the wire.
     * @throws where it is no mail.
     */
    add: async (raw: Uint8Array, recipients: readonly string[]): Promise<void> => {
      const parsed = await PostalMime.parse(raw);
      const { subject = "", text = "", html = "" } = parsed;
      const headers = Object.fromEntries(parsed.headers.map(({ key, value }) => [key, value]));
      received += 1;
      const receivedAt = new Date().toISOString();
      const to = recipients.join(", ");
      mails = [{ number: received, to, subject, text, html, headers, receivedAt }, ...mails].slice(
        0,
        KEPT,
      );
    },
    /** Newest first; each has a number that stays its own. */
    list: (): readonly (CaughtMail & { number: number })[] => mails,
  };
};
export type Inbox = ReturnType<typeof createInbox>;

const MAIL_MAX_BYTES = 1024 * 1024;
const NONSENSE = "HTTP/1.1 400 Bad Request\r\n\r\n";
const PAGE = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 12\r\n\r\n<p>Hello</p>";

const failure = (responseCode: number, message: string) =>
  Object.assign(new Error(message), { responseCode });

const readAll = async (stream: SMTPServerDataStream) => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk as Uint8Array);
  if (stream.sizeExceeded) throw failure(552, "The mail is too big");
  return Buffer.concat(chunks);
};

/** @returns what to answer; null where the mail was taken. */
const receive = async (
  inbox: Inbox,
  stream: SMTPServerDataStream,
  recipients: readonly string[],
): Promise<Error | null> => {
  try {
    await inbox.add(await readAll(stream), recipients);
    return null;
  } catch (error) {
    return error instanceof Error ? error : failure(554, "No mail");
  }
};

const createProtocol = (inbox: Inbox, outages: Outages) =>
  new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    disableReverseLookup: true,
    authOptional: true,
    logger: false,
    size: MAIL_MAX_BYTES,
    onMailFrom: (_, __, done) =>
      outages.mode("smtp") === "down" ? done(failure(421, "Closing the connection")) : done(),
    // RFC 5321, section 3.4: nobody has to go there, and nobody should.
    onRcptTo: (_, __, done) =>
      outages.mode("smtp") === "redirect"
        ? done(failure(551, "User not local; please try <astray@elsewhere.example>"))
        : done(),
    onData: (stream, { envelope }, done) => {
      const recipients = envelope.rcptTo.map(({ address }) => address);
      const answer = async () => done(await receive(inbox, stream, recipients));
      void answer();
    },
  });

/**
 * A mail server that delivers everything into one inbox, on a loopback port that the system chooses.
 * @param outages its `smtp` decides how a new connection is met.
 */
const startSmtpServer = async (
  inbox: Inbox,
  outages: Outages,
): Promise<{ url: string; close(): Promise<void> }> => {
  const protocol = createProtocol(inbox, outages);
  // A connection that is broken off is its client's business.
  protocol.on("error", () => {});
  const sockets = new Set<Socket>();
  const gone = new AbortController();

  const meet = async (socket: Socket) => {
    const mode = outages.mode("smtp");
    if (mode === "down") return socket.destroy();
    if (mode === "garbage") return socket.write(NONSENSE);
    if (mode === "wrong-type") return socket.end(PAGE);
    if (mode === "truncated") return socket.end("220 sand");
    if (mode === "slow") await outages.dawdle(gone.signal);
    if (!socket.destroyed) protocol.connect(socket);
    return undefined;
  };

  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => sockets.delete(socket));
    void meet(socket);
  });
  server.listen(0, HOST);
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string")
    throw new Error("The mail server has no port.");
  return {
    url: `smtp://${HOST}:${address.port}`,
    close: async () => {
      const closed = once(server, "close");
      server.close();
      for (const socket of sockets) socket.destroy();
      gone.abort();
      await closed;
    },
  };
};

const html = (body: string) =>
  new Response(body, { headers: { "content-type": "text/html; charset=utf-8", vary: "accept" } });

const wire = ({ to, subject, text, html, headers, receivedAt }: CaughtMail): CaughtMail => ({
  to,
  subject,
  text,
  html,
  headers,
  receivedAt,
});

export type SandboxMail = {
  /** Where the mail server listens, as `smtp://host:port`. */
  smtpUrl: string;
  /** Newest first. */
  list(): readonly CaughtMail[];
  /**
   * `GET /mail`, `GET /mail/{number}` and `GET /mail/newest`; `rest` is the path's parts after
   * `/mail`. Null where there is nothing.
   */
  handle(request: Request, rest: readonly string[]): Response | null;
  stop(): Promise<void>;
};

/** Starts the mail server and its inbox. */
export const startMail = async (outages: Outages): Promise<SandboxMail> => {
  const inbox = createInbox();
  const smtp = await startSmtpServer(inbox, outages);
  const list = () => inbox.list().map(wire);

  return {
    smtpUrl: smtp.url,
    list,
    handle: (request, [name, ...more]) => {
      if (more.length > 0) return null;
      if (name === "newest") return Response.json(inbox.list()[0]?.number ?? 0);
      if (name !== undefined) {
        const mail = inbox.list().find(({ number }) => String(number) === name);
        return mail === undefined ? null : html(mailPage(mail));
      }
      return request.headers.get("accept")?.includes("application/json") === true
        ? Response.json(list(), { headers: { vary: "accept" } })
        : html(inboxPage(inbox.list()));
    },
    stop: () => smtp.close(),
  };
};
