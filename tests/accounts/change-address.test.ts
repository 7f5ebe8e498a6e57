import { describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { forgetExpiredJob } from "#server/jobs/housekeeping.ts";
import { ACCOUNT, MAIL, REGISTRATION, STEP_UP } from "#shared/account-messages.ts";
import { ADDRESS } from "#shared/address-messages.ts";
import { ADDRESS_REQUEST_MS, ADDRESS_REVERT_MS, CODE_TTL_MS } from "#shared/constants/accounts.ts";
import { LIMITS } from "#shared/constants/limits.ts";
import { DAY_MS, MINUTE_MS } from "#shared/constants/time.ts";
import { addMember, PASSWORD } from "#tests/support/accounts.ts";
import { addressOwner, NEW_ADDRESS, OLD_ADDRESS } from "#tests/support/addresses.ts";
import { WITHOUT_MAIL_ENV } from "#tests/support/app.ts";
import { asSite } from "#tests/support/context.ts";
import { httpClient } from "#tests/support/http-client.ts";
import {
  auditActions,
  call,
  mailedSecret,
  NEW_PASSWORD,
  query,
  queuedMails,
  registrant,
} from "#tests/support/registration.ts";

const ASKED = { status: 200, reply: ADDRESS.asked(NEW_ADDRESS) };
const CHANGED = { status: 200, reply: ADDRESS.changed(NEW_ADDRESS) };
const INVALID = { status: 400, reply: ADDRESS.linkInvalid };
const DISCORD_ID = "1182639400182374402";

type Owner = Awaited<ReturnType<typeof addressOwner>>;

const statusOf = async ({ app }: Owner, email: string, password = PASSWORD) =>
  (await httpClient(app).login(email, password)).status;

const templates = async ({ app }: Owner) =>
  (await queuedMails(app)).map(({ template, to }) => `${template} ${to?.address ?? ""}`);

const forgetExpired = ({ app }: Owner) =>
  forgetExpiredJob(asSite(app.deps)).run(new AbortController().signal);

const sorted = (answers: readonly { status: number }[]) =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b);

describe("[EMAIL-01] a change of address", () => {
  test("changes nothing before it is confirmed at the new address, and then the account has it", async () => {
    const ada = await addressOwner();
    expect(await ada.ask(` ${NEW_ADDRESS} `)).toEqual(ASKED);
    expect((await ada.userOf(ada.id)).email).toBe(OLD_ADDRESS);
    expect((await queuedMails(ada.app)).at(-1)).toMatchObject({
      template: "confirm-address",
      // Somebody may have mistyped it: nothing of the account is sent there.
      to: { name: "", address: NEW_ADDRESS },
    });
    expect(await query(ada.home, "accounts.address")).toMatchObject({
      reply: { waiting: { email: NEW_ADDRESS, isByTeam: false }, former: [] },
    });
    expect(await ada.confirm()).toEqual(CHANGED);
    expect(await ada.userOf(ada.id)).toMatchObject({
      email: NEW_ADDRESS,
      emailKey: NEW_ADDRESS.toLowerCase(),
    });
    expect(await statusOf(ada, NEW_ADDRESS.toUpperCase())).toBe(200);
    expect(await statusOf(ada, OLD_ADDRESS)).toBe(401);
    expect(await auditActions(ada.app)).toContain("account.address_changed");
    const { auditNotes, audit } = ada.app.deps.store.tables;
    const written = JSON.stringify([
      await ada.app.deps.store.read.select().from(audit),
      await ada.app.deps.store.read.select().from(auditNotes),
    ]);
    expect(written.toLowerCase()).not.toContain("new.example");
  });

  test("asks who it is once that was proven long ago, and takes the password that comes along", async () => {
    const ada = await addressOwner();
    ada.app.clock.advance(11 * MINUTE_MS);
    expect(await ada.ask()).toEqual({ status: 403, reply: STEP_UP.asked });
    const along = (currentPassword: string) =>
      ada.home.ask("POST", "/api/Auth/change-email", { newEmail: NEW_ADDRESS, currentPassword });
    const wrong = await along("Wrong!2026test");
    expect([wrong.status, await wrong.json()]).toMatchObject([
      400,
      { code: "current_password_wrong", message: ACCOUNT.currentPasswordWrong },
    ]);
    const right = await along(PASSWORD);
    expect([right.status, await right.json()]).toEqual([200, { message: ASKED.reply }]);
  });

  test("is refused for what is no address, for the present one and while no mail is sent", async () => {
    const ada = await addressOwner();
    for (const wrong of ["", "ada", "ada@", "a b@c.example"])
      expect((await ada.ask(wrong)).status).toBe(400);
    expect(await ada.ask(OLD_ADDRESS.toUpperCase())).toEqual({ status: 409, reply: ADDRESS.same });
    expect(await templates(ada)).toEqual([]);

    const silent = await addressOwner({ env: WITHOUT_MAIL_ENV });
    expect((await silent.ask()).status).toBe(409);
  });

  test("answers the same where somebody has the address, who is told there", async () => {
    const ada = await addressOwner();
    await addMember(ada.app.deps, { email: NEW_ADDRESS.toLowerCase() });
    expect(await ada.ask()).toEqual(ASKED);
    expect(await templates(ada)).toEqual([`address-taken ${NEW_ADDRESS}`]);
    expect(await query(ada.home, "accounts.address")).toMatchObject({
      reply: { waiting: { email: NEW_ADDRESS } },
    });
    expect(await call(ada.home, "accounts.resendAddress")).toEqual(ASKED);
    expect(await templates(ada)).toHaveLength(2);
  });

  test("the link works once and for an hour; sent again, the older one is worth nothing", async () => {
    const ada = await addressOwner();
    await ada.ask();
    const first = await mailedSecret(ada.app, "confirm-address");
    const confirm = (code: string) =>
      call(httpClient(ada.app), "accounts.confirmAddress", { code });
    ada.app.clock.advance(CODE_TTL_MS);
    expect(await confirm(first)).toEqual(INVALID);
    expect(await call(ada.home, "accounts.resendAddress")).toEqual(ASKED);
    const second = await mailedSecret(ada.app, "confirm-address");
    expect(await confirm(first)).toEqual(INVALID);
    expect(await confirm(second)).toEqual(CHANGED);
    expect(await confirm(second)).toEqual({ status: 400, reply: ADDRESS.linkUsed });
    expect(await call(ada.home, "accounts.resendAddress")).toMatchObject({ status: 401 });
  });

  test("waits for a day, is cancelled, and is replaced by the next", async () => {
    const ada = await addressOwner();
    await ada.ask();
    const code = await mailedSecret(ada.app, "confirm-address");
    expect(await call(ada.home, "accounts.cancelAddress")).toEqual({
      status: 200,
      reply: ADDRESS.cancelled,
    });
    expect(await ada.confirm().catch(String)).toContain("revoked");
    expect(await call(ada.home, "accounts.confirmAddress", { code })).toEqual(INVALID);
    await ada.ask();
    const former = await mailedSecret(ada.app, "confirm-address");
    await ada.ask("third@new.example");
    expect(await call(ada.home, "accounts.confirmAddress", { code: former })).toEqual(INVALID);
    ada.app.clock.advance(ADDRESS_REQUEST_MS);
    await ada.home.login(OLD_ADDRESS, PASSWORD);
    expect(await call(ada.home, "accounts.resendAddress")).toEqual({
      status: 409,
      reply: ADDRESS.noneWaits,
    });
    await forgetExpired(ada);
    const { addressRequests } = ada.app.deps.store.tables;
    expect(await ada.app.deps.store.read.select().from(addressRequests)).toEqual([]);
  });

  test("mails are counted by the account and by the mailbox, and codes by who tries them", async () => {
    const ada = await addressOwner();
    for (let time = 0; time < LIMITS.addressMailsByAccount.max; time += 1)
      expect((await ada.ask(`ada${time}@new.example`)).status).toBe(200);
    expect((await ada.ask()).status).toBe(429);
    expect((await call(ada.home, "accounts.resendAddress")).status).toBe(429);

    const bob = await addMember(ada.app.deps);
    const theirs = httpClient(ada.app);
    await theirs.login(bob.email, PASSWORD);
    for (let time = 0; time < LIMITS.mailsByMailbox.max; time += 1)
      await call(theirs, "accounts.requestPasswordReset", { email: NEW_ADDRESS });
    expect(await call(theirs, "accounts.changeAddress", { newEmail: NEW_ADDRESS })).toEqual({
      status: 429,
      reply: MAIL.enoughSent,
    });

    const who = httpClient(ada.app, "198.51.100.9");
    for (const procedure of ["accounts.confirmAddress", "accounts.revertAddress"])
      for (let time = 0; time < LIMITS.codesByAddress.max / 2; time += 1)
        expect((await call(who, procedure, { code: `${time}` })).status).toBe(400);
    expect((await call(who, "accounts.confirmAddress", { code: "x" })).status).toBe(429);
  });

  test("ends with the account, with another password, and where the team closes the account", async () => {
    const closing = [
      (ada: Owner) => call(ada.home, "accounts.deactivate", {}),
      (ada: Owner) =>
        call(ada.home, "accounts.update", {
          currentPassword: PASSWORD,
          newPassword: NEW_PASSWORD,
          confirmNewPassword: NEW_PASSWORD,
        }),
      async (ada: Owner) => {
        const admin = await addMember(ada.app.deps, { role: "Admin" });
        const who = httpClient(ada.app, "198.51.100.9");
        await who.login(admin.email, PASSWORD);
        return call(who, "administration.deactivate", { id: ada.id });
      },
    ];
    for (const close of closing) {
      const ada = await addressOwner();
      await ada.ask();
      const code = await mailedSecret(ada.app, "confirm-address");
      expect((await close(ada)).status).toBe(200);
      expect(await call(httpClient(ada.app), "accounts.confirmAddress", { code })).toEqual(INVALID);
      expect((await ada.userOf(ada.id)).email).toBe(OLD_ADDRESS);
    }
  });
});

describe("[EMAIL-02] the confirmation", () => {
  test("signs out every other browser, and keeps the one that confirms", async () => {
    const ada = await addressOwner();
    const other = httpClient(ada.app);
    await other.login(OLD_ADDRESS, PASSWORD);
    await ada.ask();
    await ada.confirm(ada.home);
    expect((await query(other, "accounts.me")).status).toBe(401);
    expect(await query(ada.home, "accounts.me")).toMatchObject({
      status: 200,
      reply: { email: NEW_ADDRESS },
    });
    expect(await query(ada.home, "accounts.address")).toMatchObject({
      reply: { waiting: null, former: [{ email: OLD_ADDRESS }] },
    });
  });

  test("makes what was mailed to the former address worth nothing", async () => {
    const ada = await addressOwner();
    await call(httpClient(ada.app), "accounts.requestPasswordReset", { email: OLD_ADDRESS });
    const token = await mailedSecret(ada.app, "reset");
    await ada.ask();
    await ada.confirm();
    const reset = { token, newPassword: NEW_PASSWORD, confirmPassword: NEW_PASSWORD };
    expect((await call(httpClient(ada.app), "accounts.resetPassword", reset)).status).toBe(400);
  });

  test("of two who want one address, the one that confirms first gets it", async () => {
    const ada = await addressOwner();
    const bob = await addMember(ada.app.deps, { email: "bob@old.example" });
    const theirs = httpClient(ada.app, "198.51.100.9");
    await theirs.login(bob.email, PASSWORD);
    await ada.ask();
    const own = await mailedSecret(ada.app, "confirm-address");
    await call(theirs, "accounts.changeAddress", { newEmail: NEW_ADDRESS });
    const other = await mailedSecret(ada.app, "confirm-address");
    const answers = await Promise.all(
      [own, other].map((code) => call(httpClient(ada.app), "accounts.confirmAddress", { code })),
    );
    expect(sorted(answers)).toEqual([200, 400]);
    expect(answers.find(({ status }) => status === 400)?.reply).toBe(ADDRESS.takenMeanwhile);
    const { users } = ada.app.deps.store.tables;
    const having = await ada.app.deps.store.read
      .select()
      .from(users)
      .where(eq(users.emailKey, NEW_ADDRESS.toLowerCase()));
    expect(having).toHaveLength(1);
  });

  test("of somebody who registers with the address and whoever confirms it, one gets it", async () => {
    const ada = await addressOwner();
    await ada.ask();
    const code = await mailedSecret(ada.app, "confirm-address");
    const other = await registrant(ada.app, { email: NEW_ADDRESS, discordId: DISCORD_ID });
    const [confirmed, registered] = await Promise.all([
      call(httpClient(ada.app), "accounts.confirmAddress", { code }),
      other.register(),
    ]);
    expect(sorted([confirmed, registered])).toEqual([200, 400]);
  });
});

describe("[EMAIL-03] the former address", () => {
  test("is told, with one link, and is nobody else's for a week", async () => {
    const ada = await addressOwner();
    await ada.ask();
    await ada.confirm();
    expect((await templates(ada)).at(-1)).toBe(`address-changed ${OLD_ADDRESS}`);

    const other = await registrant(ada.app, { email: OLD_ADDRESS, discordId: DISCORD_ID });
    const taken = { status: 400, reply: REGISTRATION.emailInUse };
    expect(await other.register()).toEqual(taken);
    const bob = await addMember(ada.app.deps);
    const theirs = httpClient(ada.app, "198.51.100.9");
    await theirs.login(bob.email, PASSWORD);
    await call(theirs, "accounts.changeAddress", { newEmail: OLD_ADDRESS });
    expect((await templates(ada)).at(-1)).toBe(`address-taken ${OLD_ADDRESS}`);

    ada.app.clock.advance(ADDRESS_REVERT_MS);
    const later = await registrant(ada.app, { email: OLD_ADDRESS, discordId: DISCORD_ID });
    expect((await later.register()).status).toBe(200);
    await forgetExpired(ada);
    const { addressChanges } = ada.app.deps.store.tables;
    expect(await ada.app.deps.store.read.select().from(addressChanges)).toEqual([]);
  });

  test("of somebody who registers with it while it is given up, nobody gets it in between", async () => {
    const ada = await addressOwner();
    await ada.ask();
    const code = await mailedSecret(ada.app, "confirm-address");
    const other = await registrant(ada.app, { email: OLD_ADDRESS, discordId: DISCORD_ID });
    const [confirmed, registered] = await Promise.all([
      call(httpClient(ada.app), "accounts.confirmAddress", { code }),
      other.register(),
    ]);
    expect([confirmed.status, registered.status]).toEqual([200, 400]);
  });

  test("is its owner's to take again, and three changes a week are enough", async () => {
    const ada = await addressOwner();
    for (const email of [NEW_ADDRESS, OLD_ADDRESS, NEW_ADDRESS]) {
      expect((await ada.ask(email)).status).toBe(200);
      expect(await ada.confirm(ada.home)).toEqual({ status: 200, reply: ADDRESS.changed(email) });
    }
    expect(await ada.ask("third@new.example")).toEqual({
      status: 409,
      reply: ADDRESS.tooMany(3),
    });
    ada.app.clock.advance(7 * DAY_MS);
    await ada.home.login(NEW_ADDRESS, PASSWORD);
    expect((await ada.ask("third@new.example")).status).toBe(200);
  });
});
