import { describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { renderMail, templatedSchema } from "#server/modules/mail/templates.ts";
import { forgetOldPlaces, tellOfSecurity } from "#server/modules/security/index.ts";
import { KNOWN_PLACE_KEPT_MS, SIGNOUT_TTL_MS } from "#shared/constants/accounts.ts";
import { LIMITS } from "#shared/constants/limits.ts";
import { SECURITY_EVENTS } from "#shared/constants/mail.ts";
import { DAY_MS } from "#shared/constants/time.ts";
import { END_SESSIONS, SECURITY_MAILS } from "#shared/factor-messages.ts";
import { addMember, PASSWORD } from "#tests/support/accounts.ts";
import { type TestApp, testApp } from "#tests/support/app.ts";
import { movableClock } from "#tests/support/clock.ts";
import { asSite } from "#tests/support/context.ts";
import { httpClient } from "#tests/support/http-client.ts";
import { sender } from "#tests/support/mail.ts";
import {
  call,
  mailedSecret,
  NEW_PASSWORD,
  query,
  queuedMails,
  registrant,
} from "#tests/support/registration.ts";
import { signedIn } from "#tests/support/sign-in.ts";

const ELSEWHERE = "198.51.100.9";

/** What the members of a site were told, in order. */
const told = async (app: TestApp) =>
  (await queuedMails(app))
    .filter(({ template }) => template === "security")
    .map(({ data }) => data?.["event"]);

const known = async (clock = movableClock()) => {
  const app = await testApp({ overrides: { clock } });
  const { id, email } = await addMember(app.deps);
  const home = httpClient(app);

  expect((await home.login(email, PASSWORD)).status).toBe(200);
  return { app, id, email, home, clock };
};

const mailed = async () => {
  const given = await known();
  await httpClient(given.app, ELSEWHERE).login(given.email, PASSWORD);
  return { ...given, code: await mailedSecret(given.app, "security") };
};
const end = (app: TestApp, code: string) => call(httpClient(app), "security.endSessions", { code });

describe("a login", () => {
  test("[SAFE-04] of an account that nobody has used yet is told of to nobody", async () => {
    expect(await told((await known()).app)).toEqual([]);
  });

  test("[SAFE-04] from a new browser is told of once, with where and when", async () => {
    const { app, email, home } = await known();
    const other = httpClient(app);
    await other.login(email, PASSWORD);
    await other.login(email, PASSWORD);
    await home.login(email, PASSWORD);
    expect(await told(app)).toEqual(["newBrowser"]);
    const [mail] = await queuedMails(app);
    expect(mail?.to?.address).toBe(email);
    expect(mail?.data).toMatchObject({
      place: { by: "owner", browser: "Firefox on Windows", network: "203.0.113.0/24" },
    });
  });

  test("[SAFE-04] from a new network is told of once for each network", async () => {
    const { app, email, home } = await known();
    const away = httpClient(app, ELSEWHERE, home.cookies);
    await away.login(email, PASSWORD);
    await away.login(email, PASSWORD);
    expect(await told(app)).toEqual(["newNetwork"]);
  });

  test("[SAFE-04] the browser that registered is known", async () => {
    const app = await testApp();
    const who = await registrant(app);
    expect((await who.register()).status).toBe(200);
    const code = await mailedSecret(app, "verify");
    expect((await call(who, "accounts.verifyEmail", { code })).status).toBe(200);
    const login = await call(who, "accounts.login", {
      email: who.form.email,
      password: NEW_PASSWORD,
    });
    expect(login.status).toBe(200);
    expect(await told(app)).toEqual([]);
  });

  test("[SAFE-04] browsers that were signed in before anything was written down are known", async () => {
    const app = await testApp();
    const { id, email } = await addMember(app.deps);
    await app.deps.store.write((tx) =>
      app.deps.auth.sessions.start(tx, {
        userId: id,
        browser: "Firefox on Windows",
        address: "203.0.113.0/24",
      }),
    );
    await httpClient(app).login(email, PASSWORD);
    expect(await told(app)).toEqual([]);
    // Everything after that is not.
    await httpClient(app, ELSEWHERE).login(email, PASSWORD);
    expect(await told(app)).toEqual(["newBrowser"]);
  });

  test("[SAFE-04] a browser stays known when its owner sets another password", async () => {
    const { app, email, home } = await known();
    const phone = httpClient(app);
    await phone.login(email, PASSWORD);
    const changed = await call(home, "accounts.update", {
      currentPassword: PASSWORD,
      newPassword: NEW_PASSWORD,
      confirmNewPassword: NEW_PASSWORD,
    });
    expect(changed.status).toBe(200);
    await phone.login(email, NEW_PASSWORD);
    expect(await told(app)).toEqual(["newBrowser"]);
  });

  test("[SAFE-04] what was not seen for long is forgotten", async () => {
    const { app, id, email, home, clock } = await known();
    const { knownPlaces } = app.deps.store.tables;
    const count = async () =>
      (await app.deps.store.read.select().from(knownPlaces).where(eq(knownPlaces.userId, id)))
        .length;
    expect(await count()).toBe(2);
    const forget = () => asSite(app.deps).write((tx) => forgetOldPlaces(tx, 100));
    clock.advance(KNOWN_PLACE_KEPT_MS);
    await home.login(email, PASSWORD);
    expect(await forget()).toBe(0);
    clock.advance(KNOWN_PLACE_KEPT_MS + 1);
    expect(await forget()).toBe(2);
    expect(await count()).toBe(0);
  });
});

describe("security mails", () => {
  test("[SAFE-05] say what, when and where of each event, with one link", () => {
    for (const event of SECURITY_EVENTS) {
      const data = {
        firstName: "Ada",
        event,
        detail: null,
        at: "2026-03-01T02:00:00Z",
        place: { by: "owner", browser: "Firefox on Windows", network: "203.0.113.0/24" },
        code: "c-1",
      };
      const { subject, text, html } = renderMail(
        templatedSchema.parse({ template: "security", data }),
        sender,
      );
      expect(subject).toContain(SECURITY_MAILS[event].what);
      expect(text).toContain(`${SECURITY_MAILS[event].what}: on February 28, 2026 at 8:00 PM CST`);
      expect(text).toContain("with Firefox on Windows, from the network 203.0.113.0/24");
      const links = new Set(html.match(/href="http[^"]*"/g));
      links.delete(`href="${sender.publicUrl}"`);
      expect([...links]).toEqual([`href="${sender.publicUrl}/end-sessions?code=c-1"`]);
    }
  });

  test("[SAFE-05] of what an Admin did hold neither the Admin's network nor browser", async () => {
    const { app, id } = await known();
    const admin = await signedIn(app, { role: "Admin" });
    const promoted = await app.request("/api/trpc/administration.promote", {
      method: "POST",
      headers: { ...admin.headers, "content-type": "application/json" },
      body: JSON.stringify({ id }),
    });
    expect(promoted.status).toBe(200);
    const mail = (await queuedMails(app)).find(({ data }) => data?.["event"] === "roleChanged");
    expect(mail?.data).toMatchObject({
      detail: "Admin",
      place: { by: "team", browser: null, network: null },
    });
  });

  test("[SAFE-05] of one kind come five times an hour at most", async () => {
    const { app, id, clock } = await known();
    const { max, windowMs } = LIMITS.securityMailsByAccountAndEvent;
    const tell = (event: "passkeyAdded" | "passkeyRemoved") =>
      asSite(app.deps).write((tx) => tellOfSecurity(tx, { userId: id, event }));
    for (let time = 0; time <= max; time += 1) await tell("passkeyAdded");
    expect(await told(app)).toHaveLength(max);
    // Nobody hides one event behind many of another.
    await tell("passkeyRemoved");
    clock.advance(windowMs + 1);
    await tell("passkeyAdded");
    expect((await told(app)).slice(max)).toEqual(["passkeyRemoved", "passkeyAdded"]);
  });

  test("[SAFE-05] go to no address that nobody has proven", async () => {
    const app = await testApp();
    const { id } = await addMember(app.deps, { verifiedAt: null });
    await asSite(app.deps).write((tx) => tellOfSecurity(tx, { userId: id, event: "roleChanged" }));
    expect(await queuedMails(app)).toEqual([]);
  });

  test("[SAFE-07] about links can be switched off, and no others", async () => {
    const { app, id, home } = await known();
    expect(await query(home, "security.mails")).toEqual({
      status: 200,
      reply: { aboutLinks: true },
    });
    expect((await call(home, "security.setMails", { aboutLinks: false })).status).toBe(200);
    await asSite(app.deps).write(async (tx) => {
      for (const event of SECURITY_EVENTS) await tellOfSecurity(tx, { userId: id, event });
    });
    const others = SECURITY_EVENTS.filter((event) => !event.startsWith("link"));
    expect(await told(app)).toEqual([...others]);
  });
});

describe("the link of a security mail", () => {
  test("[SAFE-06] ends all sessions once, opens nothing, and stands nowhere but in the mail", async () => {
    const { app, home, code } = await mailed();
    expect(JSON.stringify(await queuedMails(app))).not.toContain(code);
    expect((await query(home, "accounts.me")).status).toBe(200);
    expect(await end(app, code)).toEqual({ status: 200, reply: END_SESSIONS.done });
    expect((await query(home, "accounts.me")).status).toBe(401);
    expect(await end(app, code)).toEqual({ status: 400, reply: END_SESSIONS.linkUsed });
    const reset = await call(httpClient(app), "accounts.resetPassword", {
      token: code,
      newPassword: NEW_PASSWORD,
      confirmPassword: NEW_PASSWORD,
    });
    expect(reset.status).toBe(400);
  });

  test("[SAFE-06] works for a week", async () => {
    const { app, clock, code } = await mailed();
    clock.advance(SIGNOUT_TTL_MS - 1);
    const other = await mailed();
    other.clock.advance(SIGNOUT_TTL_MS + 1);
    expect((await end(app, code)).status).toBe(200);
    expect(await end(other.app, other.code)).toEqual({
      status: 400,
      reply: END_SESSIONS.linkInvalid,
    });
    expect(SIGNOUT_TTL_MS).toBe(7 * DAY_MS);
  });

  test("[SAFE-06] has the account forget all browsers but the one in which it was used", async () => {
    const { app, email, home, code } = await mailed();
    expect((await call(home, "security.endSessions", { code })).status).toBe(200);
    home.token = null;
    await httpClient(app, ELSEWHERE).login(email, PASSWORD);
    expect(await told(app)).toEqual(["newBrowser", "newBrowser"]);
  });

  test("[SAFE-06] is in mails of another password and of guesses, too", async () => {
    const { app, email, home } = await known();
    const changed = await call(home, "accounts.update", {
      currentPassword: PASSWORD,
      newPassword: NEW_PASSWORD,
      confirmNewPassword: NEW_PASSWORD,
    });
    expect(changed.status).toBe(200);
    const { max } = LIMITS.guessesByAccount;
    for (let guess = 0; guess < max; guess += 1)
      await httpClient(app, `198.51.100.${guess}`).login(email, `wrong${guess}`);
    for (const template of ["guessed", "password-changed"] as const)
      expect((await end(app, await mailedSecret(app, template))).status).toBe(200);
  });

  test("[SAFE-06] is mailed though the account is closed meanwhile", async () => {
    const { app, home, email } = await known();
    await httpClient(app, ELSEWHERE).login(email, PASSWORD);
    expect((await call(home, "accounts.deactivate", {})).status).toBe(200);
    expect((await end(app, await mailedSecret(app, "security"))).status).toBe(200);
  });
});
