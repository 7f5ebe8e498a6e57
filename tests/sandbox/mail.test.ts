import { expect, test } from "bun:test";
import { createInbox } from "#sandbox/mail/mail.ts";
import { startSandbox } from "#sandbox/sandbox.ts";
import { loadConfig } from "#server/config/config.ts";
import { createSmtpMailer } from "#server/providers/mail/smtp.ts";
import { afterThisTest } from "#tests/support/cleanup.ts";
import { mailerTo, mailServer, outgoing } from "#tests/support/mail.ts";

/** The sandbox, and a mailer as the site's environment configures it. */
const world = async () => {
  const sandbox = await startSandbox();
  afterThisTest(() => sandbox.stop());
  const { mail } = await loadConfig(sandbox.environment);
  if (mail === null) throw new Error("The sandbox does not tell where its mail server is.");
  const mailer = createSmtpMailer(mail);
  afterThisTest(() => mailer.close());
  const get = (path: string, accept: string) => fetch(sandbox.url + path, { headers: { accept } });
  return { ...sandbox, mailer, get };
};
const JSON_TYPE = "application/json";

test("[contract] GET /mail lists what was caught over SMTP as JSON, newest first", async () => {
  const { mailer, get } = await world();
  expect(await (await get("/mail", JSON_TYPE)).json()).toEqual([]);
  await mailer.send(outgoing({ subject: "first" }));
  await mailer.send(outgoing({ subject: "second" }));
  const mails = await (await get("/mail", JSON_TYPE)).json();
  expect(mails).toEqual([
    {
      to: "ada@example.test",
      subject: "second",
      text: "Hällo\n",
      html: "<p>Hällo</p>\n",
      receivedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      headers: expect.objectContaining({ subject: "second" }),
    },
    expect.objectContaining({ subject: "first" }),
  ]);
});

test("people read the mails as pages: a list, and each with its HTML and its text", async () => {
  const { mailer, get } = await world();
  expect(await (await get("/mail", "text/html")).text()).toContain("Nothing has arrived yet");
  await mailer.send(outgoing({ subject: "<b>bold</b>", html: '<p class="x">Hällo</p>' }));
  const list = await (await get("/mail", "text/html")).text();
  expect(list).toContain("&lt;b&gt;bold&lt;/b&gt;");
  const path = /href="(\/mail\/\d+)"/.exec(list)?.[1] ?? "";
  const message = await (await get(path, "text/html")).text();
  expect(message).toContain("&lt;p class=&quot;x&quot;&gt;Hällo");
  expect(message).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');
  expect((await get("/mail/99", "text/html")).status).toBe(404);
  expect((await get("/mail/1/2", "text/html")).status).toBe(404);
});

test("the front page leads to the inbox", async () => {
  const { get } = await world();
  expect(await (await get("/", "text/html")).text()).toContain('href="/mail"');
});

test("[contract] POST /outage/smtp makes the mail server misbehave, and well again", async () => {
  const { url, mailer, mail } = await world();
  const setMode = (mode: string) =>
    fetch(`${url}/outage/smtp`, { method: "POST", body: JSON.stringify({ mode }) });
  for (const mode of ["down", "garbage"]) {
    expect((await setMode(mode)).status).toBe(200);
    expect(await mailer.send(outgoing())).toMatchObject({ isSent: false, isServerDown: true });
  }
  expect((await setMode("up")).status).toBe(200);
  expect(await mailer.send(outgoing())).toEqual({ isSent: true });
  expect(mail.list()).toHaveLength(1);
});

test("a connection that is open when the mail server goes down sends nothing more", async () => {
  const { url, setMode, inbox } = await mailServer();
  const mailer = mailerTo(url);
  await mailer.send(outgoing());
  setMode("down");
  expect(await mailer.send(outgoing())).toMatchObject({ isSent: false, isServerDown: true });
  expect(inbox()).toHaveLength(1);
});

test("a slow mail server answers in the end", async () => {
  const { url, setMode, inbox } = await mailServer(50);
  setMode("slow");
  expect(await mailerTo(url).send(outgoing())).toEqual({ isSent: true });
  expect(inbox()).toHaveLength(1);
});

test("the inbox keeps the newest 500", async () => {
  const inbox = createInbox();
  for (let index = 0; index < 505; index += 1)
    await inbox.add(new TextEncoder().encode(`Subject: mail ${index}\r\n\r\nHi`), ["a@b.test"]);
  expect(inbox.list()).toHaveLength(500);
  expect(inbox.list()[0]?.subject).toBe("mail 504");
});
