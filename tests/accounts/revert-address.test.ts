import { describe, expect, test } from "bun:test";
import { and, eq } from "drizzle-orm";
import { ADDRESS } from "#shared/address-messages.ts";
import { ADDRESS_REVERT_MS } from "#shared/constants/accounts.ts";
import { DAY_MS } from "#shared/constants/time.ts";
import { addMember, PASSWORD } from "#tests/support/accounts.ts";
import { addressOwner, NEW_ADDRESS, OLD_ADDRESS } from "#tests/support/addresses.ts";
import { PUBLIC_URL, testApp } from "#tests/support/app.ts";
import { softwareAuthenticator } from "#tests/support/authenticator.ts";
import { addApp } from "#tests/support/factors.ts";
import { httpClient } from "#tests/support/http-client.ts";
import { addPasskey } from "#tests/support/passkeys.ts";
import {
  auditActions,
  call,
  mailedSecret,
  NEW_PASSWORD,
  query,
  queuedMails,
} from "#tests/support/registration.ts";

const INVALID = { status: 400, reply: ADDRESS.revertInvalid };
const BACK = {
  status: 200,
  reply: { message: ADDRESS.reverted(OLD_ADDRESS), token: expect.any(String) },
};

/** Somebody whose address was changed by whoever knows the password; with the link that takes it back. */
const robbed = async () => {
  const ada = await addressOwner();
  await ada.ask();
  await ada.confirm(ada.home);
  ada.app.clock.advance(1);
  return { ...ada, thief: ada.home, code: await ada.revertCode() };
};

const setPassword = (ada: Awaited<ReturnType<typeof robbed>>, reply: unknown) =>
  call(httpClient(ada.app), "accounts.resetPassword", {
    token: (reply as { token: string }).token,
    newPassword: NEW_PASSWORD,
    confirmPassword: NEW_PASSWORD,
  });

describe("[EMAIL-04] the link at the former address", () => {
  test("brings the address back, signs out everywhere, and leads to a new password: the old one opens nothing", async () => {
    const ada = await robbed();
    const { app, thief } = ada;
    const back = await ada.revert(ada.code);
    expect(back).toEqual(BACK);
    expect((await query(thief, "accounts.me")).status).toBe(401);
    for (const email of [OLD_ADDRESS, NEW_ADDRESS])
      expect((await httpClient(app, "198.51.100.9").login(email, PASSWORD)).status).toBe(401);
    expect((await queuedMails(app)).at(-1)).toMatchObject({
      template: "address-reverted",
      to: { address: NEW_ADDRESS },
    });
    expect((await setPassword(ada, back.reply)).status).toBe(200);
    expect((await httpClient(app).login(OLD_ADDRESS, NEW_PASSWORD)).status).toBe(200);
    expect(await auditActions(app)).toContain("account.address_reverted");
    // The other address is free at once.
    const bob = await addMember(app.deps);
    const theirs = httpClient(app, "198.51.100.9");
    await theirs.login(bob.email, PASSWORD);
    await call(theirs, "accounts.changeAddress", { newEmail: NEW_ADDRESS });
    expect((await queuedMails(app)).at(-1)?.template).toBe("confirm-address");
  });

  test("works once, for a week, and no other code does", async () => {
    const ada = await robbed();
    expect(await ada.revert("unknown")).toEqual(INVALID);
    expect(await ada.revert("")).toEqual(INVALID);
    const reset = await call(httpClient(ada.app), "accounts.requestPasswordReset", {
      email: NEW_ADDRESS,
    });
    expect(reset.status).toBe(200);
    expect(await ada.revert(await mailedSecret(ada.app, "reset"))).toEqual(INVALID);
    ada.app.clock.advance(ADDRESS_REVERT_MS - 2);
    expect(await ada.revert(ada.code)).toEqual(BACK);
    expect(await ada.revert(ada.code)).toEqual({ status: 400, reply: ADDRESS.revertUsed });

    const late = await robbed();
    late.app.clock.advance(ADDRESS_REVERT_MS);
    expect(await late.revert(late.code)).toEqual(INVALID);
    expect((await late.userOf(late.id)).email).toBe(NEW_ADDRESS);
  });

  test("brings back the first address after a second change, and the second is kept for nobody", async () => {
    const ada = await robbed();
    await ada.ask("third@new.example");
    await ada.confirm(ada.thief);
    const second = await ada.revertCode();
    expect(await ada.revert(ada.code)).toEqual(BACK);
    expect((await ada.userOf(ada.id)).email).toBe(OLD_ADDRESS);
    expect(await ada.revert(second)).toEqual(INVALID);
    const { addressChanges } = ada.app.deps.store.tables;
    expect(await ada.app.deps.store.read.select().from(addressChanges)).toEqual([]);
  });

  test("of the second change brings back the second address, and the first one's still works", async () => {
    const ada = await robbed();
    await ada.ask("third@new.example");
    await ada.confirm(ada.thief);
    expect(await ada.revert(await ada.revertCode())).toMatchObject({ status: 200 });
    expect((await ada.userOf(ada.id)).email).toBe(NEW_ADDRESS);
    expect(await ada.revert(ada.code)).toEqual(BACK);
  });

  test("works although whoever changed it has asked for another, set a password or closed the account", async () => {
    const acts = [
      (ada: Awaited<ReturnType<typeof robbed>>) => ada.ask("third@new.example"),
      (ada: Awaited<ReturnType<typeof robbed>>) =>
        call(ada.thief, "accounts.update", {
          currentPassword: PASSWORD,
          newPassword: NEW_PASSWORD,
          confirmNewPassword: NEW_PASSWORD,
        }),
      (ada: Awaited<ReturnType<typeof robbed>>) => call(ada.thief, "accounts.deactivate", {}),
    ];
    for (const act of acts) {
      const ada = await robbed();
      expect((await act(ada)).status).toBe(200);
      const back = await ada.revert(ada.code);
      expect(back).toEqual(BACK);
      expect((await httpClient(ada.app).login(OLD_ADDRESS, NEW_PASSWORD)).status).toBe(401);
      expect((await setPassword(ada, back.reply)).status).toBe(200);
      expect((await httpClient(ada.app).login(OLD_ADDRESS, NEW_PASSWORD)).status).toBe(200);
      const { addressRequests } = ada.app.deps.store.tables;
      expect(await ada.app.deps.store.read.select().from(addressRequests)).toEqual([]);
    }
  });

  test("opens no account that the team has closed", async () => {
    const ada = await robbed();
    const admin = await addMember(ada.app.deps, { role: "Admin" });
    const who = httpClient(ada.app, "198.51.100.9");
    await who.login(admin.email, PASSWORD);
    await call(who, "administration.deactivate", { id: ada.id });
    expect(await ada.revert(ada.code)).toEqual({
      status: 200,
      reply: { message: ADDRESS.revertedClosed(OLD_ADDRESS), token: null },
    });
    expect(await ada.userOf(ada.id)).toMatchObject({
      email: OLD_ADDRESS,
      deactivatedBy: "admin",
    });
  });

  test("removes with what whoever changed it could log in again, and leaves what stood before", async () => {
    const app = await testApp();
    const { id } = await addMember(app.deps, { email: OLD_ADDRESS });
    const home = httpClient(app);
    await home.login(OLD_ADDRESS, PASSWORD);
    await addPasskey(home, softwareAuthenticator({ origin: PUBLIC_URL }), "Old key");
    app.clock.advance(10 * DAY_MS);
    await home.login(OLD_ADDRESS, PASSWORD);
    await addPasskey(home, softwareAuthenticator({ origin: PUBLIC_URL }), "New key");
    await call(home, "accounts.changeAddress", { newEmail: NEW_ADDRESS });
    const confirm = await mailedSecret(app, "confirm-address");
    await call(home, "accounts.confirmAddress", { code: confirm });
    const code = await mailedSecret(app, "address-changed");
    app.clock.advance(1);
    await addApp(app.deps, id);
    const { links, passkeys, totpFactors } = app.deps.store.tables;
    const linkedAt = app.clock.now();
    const account = { userId: id, externalId: "1", name: "Thief", linkedAt };
    await app.deps.store.write(async (tx) => {
      await tx.insert(links).values([
        { ...account, platform: "discord" },
        { ...account, platform: "steam" },
      ]);
    });
    await call(httpClient(app), "accounts.revertAddress", { code });
    const { read } = app.deps.store;
    const names = await read.select({ name: passkeys.name }).from(passkeys);
    expect(names).toEqual([{ name: "Old key" }]);
    expect(await read.select().from(totpFactors)).toEqual([]);
    const left = await read.select({ platform: links.platform }).from(links);
    expect(left).toEqual([{ platform: "steam" }]);
  });

  test("leaves an app that stood at the change: whoever reads the old mailbox alone is still not in", async () => {
    const app = await testApp();
    const { id } = await addMember(app.deps, { email: OLD_ADDRESS });
    const home = httpClient(app);
    await home.login(OLD_ADDRESS, PASSWORD);
    await addApp(app.deps, id);
    app.clock.advance(1);
    await call(home, "accounts.changeAddress", { newEmail: NEW_ADDRESS });
    const confirm = await mailedSecret(app, "confirm-address");
    await call(home, "accounts.confirmAddress", { code: confirm });
    const code = await mailedSecret(app, "address-changed");
    const who = httpClient(app, "198.51.100.9");
    const { reply } = await call(who, "accounts.revertAddress", { code });
    const { token } = reply as { token: string };
    const reset = { token, newPassword: NEW_PASSWORD, confirmPassword: NEW_PASSWORD };
    expect((await call(who, "accounts.resetPassword", reset)).status).toBe(200);
    const login = await who.login(OLD_ADDRESS, NEW_PASSWORD);
    expect(await login.json()).toMatchObject({ code: "second_factor" });
    expect(who.token).toBeNull();
  });

  test("keeps nobody's address who has been erased, and a merge waits for the week", async () => {
    const ada = await robbed();
    const { app } = ada;
    const rival = await addMember(app.deps, { email: "rival@new.example" });
    const mine = httpClient(app);
    await mine.login(rival.email, PASSWORD);
    const other = httpClient(app);
    await other.login(NEW_ADDRESS, PASSWORD);
    const proof = { otherToken: other.token };
    expect((await call(mine, "rights.requestMergeCode", proof)).reply).toEqual({
      mailedTo: NEW_ADDRESS,
    });
    const code = await mailedSecret(app, "merge-code");
    const preview = await call(mine, "rights.previewMerge", { ...proof, code });
    expect(preview.reply).toMatchObject({ obstacles: [expect.stringContaining("last week")] });
    const { mark } = preview.reply as { mark: string };
    const merge = { ...proof, code, mark, keepOthers: [] };
    expect((await call(mine, "rights.merge", merge)).status).toBe(409);

    const admin = await addMember(app.deps, { role: "Admin" });
    const boss = httpClient(app, "198.51.100.9");
    await boss.login(admin.email, PASSWORD);
    const erase = { id: ada.id, email: NEW_ADDRESS, reason: "request" };
    expect((await call(boss, "rights.erase", erase)).status).toBe(200);
    const { outbox, addressChanges } = app.deps.store.tables;
    expect(await app.deps.store.read.select().from(addressChanges)).toEqual([]);
    const mails = JSON.stringify(await app.deps.store.read.select().from(outbox)).toLowerCase();
    expect(mails).not.toContain(OLD_ADDRESS.toLowerCase());
    expect(await ada.revert(ada.code)).toEqual(INVALID);
  });
});

const helped = async (given: Parameters<typeof addMember>[1]) => {
  const ada = await addressOwner();
  const helper = await addMember(ada.app.deps, given);
  const desk = httpClient(ada.app, "198.51.100.9");
  await desk.login(helper.email, PASSWORD);
  const begin = (id = ada.id) =>
    call(desk, "administration.changeAddress", {
      id,
      newEmail: NEW_ADDRESS,
      reason: "Lost the mailbox",
    });
  return { ...ada, helper, begin };
};

const role = (permissions: string[]) =>
  ({ team: { roles: ["Desk"], permissions } }) as Parameters<typeof addMember>[1];

describe("[EMAIL-05] the team", () => {
  test("begins the change of a member's address, who confirms it; the old address is told", async () => {
    const ada = await helped({ role: "Admin" });
    expect(await ada.begin()).toEqual({ status: 200, reply: ADDRESS.askedFor(NEW_ADDRESS) });
    expect((await ada.userOf(ada.id)).email).toBe(OLD_ADDRESS);
    const { notifications } = ada.app.deps.store.tables;
    const notices = await ada.app.deps.store.read.select().from(notifications);
    expect(notices.map(({ message }) => message).join("\n")).toContain(NEW_ADDRESS);
    expect(await ada.confirm()).toEqual({ status: 200, reply: ADDRESS.changed(NEW_ADDRESS) });
    expect((await queuedMails(ada.app)).at(-1)).toMatchObject({
      template: "address-changed",
      to: { address: OLD_ADDRESS },
    });
    const { audit, auditNotes } = ada.app.deps.store.tables;
    const { read } = ada.app.deps.store;
    const isAsked = and(eq(audit.action, "account.address_asked"), eq(audit.subject, ada.id));
    const [entry] = await read.select().from(audit).where(isAsked);
    expect(entry).toMatchObject({ actorId: ada.helper.id });
    const [note] = await read
      .select()
      .from(auditNotes)
      .where(eq(auditNotes.auditId, entry?.id ?? 0));
    expect(note?.note).toBe("Lost the mailbox");
  });

  test("needs an Admin, who changes not their own, and not long after the login", async () => {
    const helper = await helped(role(["members", "addresses"]));
    expect((await helper.begin()).status).toBe(403);
    const ada = await helped({ role: "Admin" });
    expect(await ada.begin(ada.helper.id)).toEqual({ status: 409, reply: ADDRESS.own });
    expect((await ada.begin("unknown")).status).toBe(404);
    ada.app.clock.advance(11 * 60_000);
    expect((await ada.begin()).status).toBe(403);
  });
});
