import { describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { keepProof } from "#server/auth/proofs.ts";
import { randomSecret } from "#server/auth/secrets.ts";
import { proveAccount } from "#server/modules/links/index.ts";
import { CLAIM, LOGIN, REGISTRATION } from "#shared/account-messages.ts";
import { HOUR_MS } from "#shared/constants/time.ts";
import { type TestApp, testApp } from "#tests/support/app.ts";
import { asGuest, systemIn } from "#tests/support/context.ts";
import { httpClient } from "#tests/support/http-client.ts";
import { person } from "#tests/support/people.ts";
import {
  auditActions,
  call,
  mailedSecret,
  NEW_PASSWORD,
  query,
  queuedMails,
  registrant,
} from "#tests/support/registration.ts";
import { HEADER, importCsv, WAITING, waitingLine } from "#tests/support/waiting.ts";

const siteWithWaiting = async () => {
  const app = await testApp();
  await importCsv(app, `${HEADER}\n${waitingLine()}\n`);
  return app;
};

const waitingUser = async ({ deps: { store } }: TestApp) => {
  const { links, users } = store.tables;
  const [found] = await store.read
    .select({ user: users })
    .from(links)
    .innerJoin(users, eq(users.id, links.userId))
    .where(eq(links.externalId, WAITING.steamId));
  return found?.user;
};

const login = (app: TestApp, email: string) =>
  call(httpClient(app), "accounts.login", { email, password: NEW_PASSWORD });

const forgot = (app: TestApp, email: string = WAITING.email) =>
  call(httpClient(app), "accounts.requestPasswordReset", { email });

const claimWith = (app: TestApp, token: string, changes: Readonly<Record<string, unknown>> = {}) =>
  call(httpClient(app), "accounts.claim", {
    token,
    firstName: "Freya",
    lastName: "Winter",
    newPassword: NEW_PASSWORD,
    confirmPassword: NEW_PASSWORD,
    ...changes,
  });

describe("[ACC-27] by a link in a mail", () => {
  test("an imported account is shown, and becomes that of whoever has the mail, with all that waited", async () => {
    const app = await siteWithWaiting();
    const known = await forgot(app);
    expect(await forgot(app, "nobody@example.test")).toEqual(known);
    const token = await mailedSecret(app, "claim");
    const seen = await call(httpClient(app), "accounts.readClaim", { token });
    expect(seen.reply).toEqual({
      email: WAITING.email,
      firstName: "Freya",
      lastName: "Frost",
      points: 650,
      sub: "Gold:2026-12-31",
      platforms: expect.arrayContaining(["discord", "steam", "minecraft", "epic"]),
    });
    expect(await claimWith(app, token)).toEqual({ status: 200, reply: CLAIM.done });
    expect(await login(app, WAITING.email)).toMatchObject({ status: 200 });
    const user = await waitingUser(app);
    expect(user).toMatchObject({
      lastName: "Winter",
      waitsSince: null,
      verifiedAt: app.clock.now(),
      createdAt: new Date("2021-05-01T00:00:00Z"),
    });
    expect(await auditActions(app)).toContain("account.claimed");
    // Nothing was changed of which its owner would have to be told.
    const sent = (await queuedMails(app)).filter(({ data }) => data?.["event"] !== "newBrowser");
    expect(sent.map(({ template }) => template)).toEqual(["claim"]);
  });

  test("it is good once, for an hour, and for a password that keeps the rules", async () => {
    const app = await siteWithWaiting();
    await forgot(app);
    const token = await mailedSecret(app, "claim");
    expect(await claimWith(app, token, { newPassword: "short" })).toMatchObject({ status: 400 });
    expect(await claimWith(app, token, { firstName: "www.evil.example" })).toMatchObject({
      status: 400,
    });
    app.clock.advance(HOUR_MS);
    const late = await call(httpClient(app), "accounts.readClaim", { token });
    expect(late).toEqual({ status: 400, reply: CLAIM.linkInvalid });
    expect(await claimWith(app, token)).toMatchObject({ status: 400 });
    await forgot(app);
    const fresh = await mailedSecret(app, "claim");
    await claimWith(app, fresh);
    const again = await call(httpClient(app), "accounts.readClaim", { token: fresh });
    expect(again).toEqual({ status: 400, reply: CLAIM.linkUsed });
  });

  test("it tells nothing of an account that does not wait", async () => {
    const app = await siteWithWaiting();
    await forgot(app);
    await claimWith(app, await mailedSecret(app, "claim"));
    await forgot(app);
    const token = await mailedSecret(app, "reset");
    const seen = await call(httpClient(app), "accounts.readClaim", { token });
    expect(seen).toEqual({ status: 400, reply: CLAIM.linkInvalid });
  });
});

describe("[ACC-28] by its Discord account", () => {
  test("an imported account becomes that of whoever proves the account and registers", async () => {
    const app = await siteWithWaiting();
    const before = await waitingUser(app);
    const freya = await registrant(app, {
      email: "freya.new@example.test",
      discordId: WAITING.discordId,
    });
    expect(await query(freya, "accounts.discordWaits")).toEqual({
      status: 200,
      reply: { waits: true },
    });
    expect(await freya.register()).toMatchObject({ status: 200, reply: { id: before?.id } });
    const code = await mailedSecret(app, "verify");
    await call(freya, "accounts.verifyEmail", { code });
    expect(await login(app, "freya.new@example.test")).toMatchObject({ status: 200 });
    expect(await waitingUser(app)).toMatchObject({
      id: before?.id,
      waitsSince: null,
      email: "freya.new@example.test",
    });
    expect(await auditActions(app)).toContain("account.claimed");
    // The address of the file is free again.
    const other = await registrant(app, { email: WAITING.email });
    expect(await other.register()).toMatchObject({ status: 200 });
  });

  test("their own address counts as theirs only once they have confirmed it, whatever an Admin has confirmed", async () => {
    const app = await siteWithWaiting();
    const admin = await person(app, { role: "Admin" });
    const { id = "" } = (await waitingUser(app)) ?? {};
    await admin.administration.resendVerification.mutate({ id });
    expect((await queuedMails(app)).map(({ template }) => template)).toEqual(["claim"]);
    await admin.administration.confirmAddress.mutate({ id, reason: "By phone" });
    const freya = await registrant(app, {
      email: "freya.new@example.test",
      discordId: WAITING.discordId,
    });
    expect(await freya.register()).toMatchObject({ status: 200, reply: { id } });
    expect(await waitingUser(app)).toMatchObject({ verifiedAt: null, waitsSince: null });
    expect(await login(app, "freya.new@example.test")).toMatchObject({ status: 401 });
  });

  test("a mail that was sent before claims nothing any more", async () => {
    const app = await siteWithWaiting();
    await forgot(app);
    const token = await mailedSecret(app, "claim");
    const freya = await registrant(app, { discordId: WAITING.discordId });
    expect(await freya.register()).toMatchObject({ status: 200 });
    expect(await claimWith(app, token)).toMatchObject({ status: 400 });
  });

  test("with another's address nothing is claimed", async () => {
    const app = await siteWithWaiting();
    await importCsv(app, "email\nother@example.test\n");
    const freya = await registrant(app, {
      email: "Other@example.test",
      discordId: WAITING.discordId,
    });
    expect(await freya.register()).toEqual({ status: 400, reply: REGISTRATION.emailInUse });
    expect((await waitingUser(app))?.waitsSince).not.toBeNull();
  });

  test("an account that an Admin has closed is not handed out", async () => {
    const app = await siteWithWaiting();
    const { users } = app.deps.store.tables;
    const closed = { deactivatedAt: app.clock.now(), deactivatedBy: "admin" as const };
    await app.deps.store.write(async (tx) => void (await tx.update(users).set(closed)));
    const freya = await registrant(app, { discordId: WAITING.discordId });
    expect(await query(freya, "accounts.discordWaits")).toMatchObject({ reply: { waits: false } });
    expect(await freya.register()).toMatchObject({ reply: REGISTRATION.discordTaken });
  });
});

test("[MOVE-04] until then its address, Discord and game accounts are nobody else's, and its address tells no more than any other", async () => {
  const app = await siteWithWaiting();
  expect(await login(app, WAITING.email)).toEqual({ status: 401, reply: LOGIN.invalidOnWire });
  const stranger = await registrant(app, { email: WAITING.email.toUpperCase() });
  expect(await stranger.register()).toEqual({ status: 400, reply: REGISTRATION.emailInUse });
  const prove = (platform: "discord" | "steam", externalId: string, isForMember: boolean) =>
    proveAccount(asGuest(app.deps, {}), {
      platform,
      externalId,
      name: "Mallory",
      browserSecret: randomSecret(),
      isForMember,
    });
  expect(await prove("steam", WAITING.steamId, true)).toMatchObject({ outcome: "taken" });
  expect(await prove("discord", WAITING.discordId, true)).toMatchObject({ outcome: "taken" });
  expect(await prove("discord", WAITING.discordId, false)).toMatchObject({ outcome: "kept" });
  const secret = randomSecret();
  const { store, clock } = app.deps;
  const proof = { platform: "steam", externalId: WAITING.steamId, name: "M", imageUrl: null };
  await systemIn(store, clock).write((tx) =>
    keepProof(tx, { ...proof, platform: "steam", browserSecret: secret }),
  );
  const { users } = store.tables;
  const mallory = await registrant(app, { email: "mallory@example.test" });
  await mallory.register();
  await store.write(
    async (tx) =>
      void (await tx
        .update(users)
        .set({ verifiedAt: clock.now() })
        .where(eq(users.email, "mallory@example.test"))),
  );
  const session = await login(app, "mallory@example.test");
  const browser = httpClient(app, undefined, new Map([["proofs", secret]]));
  browser.token = (session.reply as { token: string }).token;
  const linked = await browser.ask("PUT", "/api/Steam/link-steam", { steamId: WAITING.steamId });
  expect(linked.status).toBe(409);
});
