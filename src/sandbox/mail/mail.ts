import { once } from "node:events";
import { type Socket, createServer } from "node:net";
import { SMTPServer, type SMTPServerDataStream } from "smtp-server";
import { HOST } from "#sandbox/game-servers/game-servers.ts";
import type { Outages } from "#sandbox/outages.ts";
import { inboxPage, mailPage } from "#sandbox/pages/inbox.ts";
import { type CaughtMail, type Inbox, createInbox } from "./inbox.ts";

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
