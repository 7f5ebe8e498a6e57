import { expect, test } from "bun:test";
import { once } from "node:events";
import { createServer } from "node:net";
import { connectionOf } from "#server/providers/mail/smtp.ts";
import { afterThisTest } from "#tests/support/cleanup.ts";
import { mailerTo, mailServer, outgoing, scriptedServer } from "#tests/support/mail.ts";

test("[MAIL-03] a mail arrives over SMTP with its text and its HTML, in any script", async () => {
  const { url, inbox } = await mailServer();
  const outcome = await mailerTo(url).send(
    outgoing({ to: { name: 'Łukasz, "the" Lynx', address: "l@example.test" } }),
  );
  expect(outcome).toEqual({ isSent: true });
  expect(inbox()).toEqual([
    {
      to: "l@example.test",
      subject: "Grüße aus dem Wald",
      text: "Hällo\n",
      html: "<p>Hällo</p>\n",
      headers: expect.objectContaining({ "auto-submitted": "auto-generated" }),
      receivedAt: expect.any(String),
    },
  ]);
});

test.each([
  ["smtp://ada:secret@mail.example:587", false, true],
  ["smtp://ada:secret@mail.example:465", true, false],
  ["smtps://ada:secret@mail.example:465", true, false],
  ["smtps://ada:secret@mail.example", true, false],
])("a password goes to %s in a conversation that is encrypted", (url, secure, requireTLS) => {
  expect(connectionOf(url)).toMatchObject({ secure, requireTLS });
});

test("a connection is used for many mails", async () => {
  const { url, inbox } = await mailServer();
  const mailer = mailerTo(url);
  for (let index = 0; index < 30; index += 1)
    expect(await mailer.send(outgoing({ id: `a.${index}` }))).toEqual({ isSent: true });
  expect(inbox()).toHaveLength(30);
});

test.each([
  "a@example.test\r\nRCPT TO:<evil@example.test>",
  "a@example.test, evil@example.test",
  "a@example.test>\r\nBcc: evil@example.test",
  "Ada <a@example.test>",
  "a@example.test\n",
  "",
])("[MAIL-02] what is not one address is sent to nobody: %j", async (address) => {
  const { url, inbox } = await mailServer();
  const outcome = await mailerTo(url).send(outgoing({ to: { name: "Ada", address } }));
  expect(outcome).toEqual({ isSent: false, code: "EADDRESS", isServerDown: false });
  expect(inbox()).toEqual([]);
});

test("[MAIL-02] a name or a subject can neither add a recipient nor a header", async () => {
  const { url, inbox } = await mailServer();
  const to = { name: 'A"\r\nBcc: evil@example.test\r\n', address: "ada@example.test" };
  const subject = "Hi\r\nBcc: evil@example.test\r\n\r\nbody";
  expect(await mailerTo(url).send(outgoing({ to, subject }))).toEqual({ isSent: true });
  expect(inbox()).toMatchObject([{ to: "ada@example.test", text: "Hällo\n" }]);
});

test("a mail server that is down is named by its code, at once", async () => {
  const { url, setMode } = await mailServer();
  setMode("down");
  const outcome = await mailerTo(url).send(outgoing());
  expect(outcome).toMatchObject({ isSent: false, isServerDown: true });
  const closed = await mailerTo("smtp://127.0.0.1:1").send(outgoing());
  expect(closed).toEqual({ isSent: false, code: "ECONNREFUSED", isServerDown: true });
});

test("a mail server that talks nonsense is down", async () => {
  const { url, setMode } = await mailServer();
  setMode("garbage");
  const started = performance.now();
  const outcome = await mailerTo(url).send(outgoing());
  expect(outcome).toMatchObject({ isSent: false, isServerDown: true });
  expect(performance.now() - started).toBeLessThan(4000);
});

test("a slow mail server is given up at the deadline", async () => {
  const { url, setMode } = await mailServer();
  setMode("slow");
  const started = performance.now();
  const outcome = await mailerTo(url, { greeting: 200 }).send(outgoing());
  expect(outcome).toEqual({ isSent: false, code: "ETIMEDOUT", isServerDown: true });
  expect(performance.now() - started).toBeLessThan(4000);
});

/** A server that is always busy with the same answer. */
const tricklingServer = async (greeting: string) => {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.write(greeting);
    const timer = setInterval(() => socket.write("220-still here\r\n"), 20);
    socket.on("close", () => clearInterval(timer));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  afterThisTest(() => void server.close());
  const address = server.address();
  return `smtp://127.0.0.1:${address !== null && typeof address === "object" ? address.port : 0}`;
};

test("a mail server that keeps talking without end is given up as well", async () => {
  const url = await tricklingServer("220-hello\r\n");
  const started = performance.now();
  const outcome = await mailerTo(url, { whole: 300, greet: 300 }).send(outgoing());
  expect(outcome).toMatchObject({ isSent: false, isServerDown: true });
  expect(performance.now() - started).toBeLessThan(8000);
});

test("an address that the server refuses says nothing about the server", async () => {
  const url = await scriptedServer((command) =>
    command.startsWith("RCPT") ? "550 5.1.1 nobody <ada@example.test> here\r\n" : "250 ok\r\n",
  );
  const outcome = await mailerTo(url).send(outgoing());
  expect(outcome).toEqual({ isSent: false, code: "EENVELOPE 550", isServerDown: false });
});

test.each([
  ["answers 421", "421 4.3.2 not for that one\r\n"],
  ["hangs up", ""],
  ["says nothing", null],
])("a server that %s when it hears one recipient is not down", async (_, reply) => {
  const url = await scriptedServer((command) =>
    command.startsWith("RCPT") ? reply : "250 ok\r\n",
  );
  const mailer = mailerTo(url, reply === null ? { silence: 1500 } : {});
  const outcomes = await Promise.all([1, 2, 3].map(() => mailer.send(outgoing())));
  for (const outcome of outcomes)
    expect(outcome).toMatchObject({ isSent: false, isServerDown: false });
});

test("a server that lets nobody in any more, or cannot say so in time, is down", async () => {
  let isOpen = true;
  const closing = await scriptedServer((command) => {
    if (command.startsWith("RCPT")) isOpen = false;
    return isOpen ? "250 ok\r\n" : "421 4.3.2 closing\r\n";
  });
  expect(await mailerTo(closing).send(outgoing())).toMatchObject({ isServerDown: true });
  let isSilent = false;
  const silent = await scriptedServer((command) => {
    isSilent ||= command.startsWith("RCPT");
    return isSilent ? null : "250 ok\r\n";
  });
  const outcome = await mailerTo(silent, { silence: 300, greet: 100 }).send(outgoing());
  expect(outcome).toMatchObject({ isServerDown: true });
});

test("a mail server is greeted without a mail, and what is wrong with it told by its code", async () => {
  const { url, inbox, setMode } = await mailServer();
  expect(await mailerTo(url).greet()).toBeNull();
  setMode("slow");
  expect(await mailerTo(url, { greet: 50 }).greet()).toBe("ETIMEDOUT");
  setMode("up");
  expect(inbox()).toEqual([]);
  expect(await mailerTo("smtp://127.0.0.1:1").greet()).toBe("ECONNREFUSED");
  const closed = await scriptedServer((command) =>
    command.startsWith("EHLO") ? "250-hello\r\n250 AUTH PLAIN\r\n" : "535 5.7.8 not you, ada\r\n",
  );
  const withPassword = closed.replace("//", "//ada:wrong@");
  expect(await mailerTo(withPassword).greet()).toBe("EAUTH 535");
});
