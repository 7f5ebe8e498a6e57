import { expect, test } from "bun:test";
import { deliverOutbox } from "#server/modules/mail/index.ts";
import { createSmtpMailer } from "#server/providers/mail/smtp.ts";
import { testApp } from "#tests/support/app.ts";
import { asSite } from "#tests/support/context.ts";
import { TICKET } from "#tests/support/people.ts";
import { call, NEW_PASSWORD, registrant } from "#tests/support/registration.ts";
import { signedIn } from "#tests/support/sign-in.ts";

const ADDRESS = "203.0.113.77";
const IPV6 = "2001:db8:1:2:3:4:5:6";

test("[OPS-04] what people do leaves neither addresses, names, tokens nor texts of theirs in the log", async () => {
  const app = await testApp({
    env: {
      LOG_REQUESTS: "all",
      TRUSTED_PROXIES: "10.0.0.1",
      SMTP_URL: "smtp://ada:mailpassword@127.0.0.1:1",
      MAIL_FROM: "den@den.example",
    },
  });
  const { deps } = app;
  const who = await registrant(app, { address: ADDRESS });
  const { form } = who;
  expect((await call(who, "accounts.register", form)).status).toBe(200);
  const { email } = form;
  const wrong = { email, password: "Wrong!2026password" };
  expect((await call(who, "accounts.login", wrong)).status).toBe(401);
  await call(who, "accounts.verifyEmail", { code: "wrongverificationcode" });
  await call(who, "accounts.requestPasswordReset", { email });
  // The mail server is not there: what could not be sent is told by its kind alone.
  const site = asSite(deps);
  const { mail } = deps.config;
  if (mail === null) throw new Error("There is no mail.");
  await deliverOutbox(site, async () => createSmtpMailer(mail), new AbortController().signal);

  const { userId, token, session } = await signedIn(app, {
    firstName: "Grace",
    lastName: "Hopperson",
  });
  const ask = (method: string, path: string, body?: unknown, client = ADDRESS) =>
    app.fetch(
      new Request(`http://den.example${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          "content-type": "application/json",
          "x-forwarded-for": client,
          "user-agent": "SecretAgent/7",
          cookie: "lynxden=cookievalue",
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
      { requestIP: () => ({ address: "10.0.0.1" }) },
    );
  expect((await ask("POST", "/api/tickets", TICKET)).status).toBe(201);
  expect((await ask("GET", `/api/auth/all-user-data?search=Hopperson`)).status).toBe(403);
  await ask("GET", `/api/userprofile/${encodeURIComponent(email)}`, undefined, IPV6);
  await ask("GET", `/verify?code=wrongverificationcode`, undefined, IPV6);
  await ask("GET", `/member/admin/users/${userId}`);
  await ask("GET", "/auth/steam/callback?code=callbackcode&state=callbackstate");
  await ask("POST", "/api/trpc/messages.send", { ticketId: 1, text: "A message of mine" });

  expect(app.lines.filter(({ event }) => event === "request").length).toBeGreaterThan(8);
  expect(app.lines.some(({ event }) => event === "mail.not_sent")).toBe(true);
  const written = JSON.stringify(app.lines).toLowerCase();
  for (const secret of [
    ADDRESS,
    IPV6,
    email,
    encodeURIComponent(email),
    "example.test",
    "frost",
    "grace",
    "hopperson",
    "1182639400182374401",
    userId,
    token,
    session.id,
    NEW_PASSWORD,
    wrong.password,
    "mailpassword",
    "wrongverificationcode",
    "callbackcode",
    "callbackstate",
    "cookievalue",
    "secretagent",
    TICKET.subject,
    "message of mine",
  ])
    expect(written).not.toContain(secret.toLowerCase());
});
