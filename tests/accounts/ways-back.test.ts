import { describe, expect, test } from "bun:test";
import { isNull } from "drizzle-orm";
import { followResets } from "#server/modules/factors/index.ts";
import { forgetPasskeys } from "#server/modules/passkeys/index.ts";
import { CODE_TTL_MS } from "#shared/constants/accounts.ts";
import { FACTOR_RESET_MS } from "#shared/constants/factors.ts";
import { DAY_MS, HOUR_MS } from "#shared/constants/time.ts";
import { addMember, PASSWORD } from "#tests/support/accounts.ts";
import { PUBLIC_URL, testApp } from "#tests/support/app.ts";
import { softwareAuthenticator } from "#tests/support/authenticator.ts";
import { asSite } from "#tests/support/context.ts";
import {
  addApp,
  APP_SECRET,
  askFactors,
  codeOfApp,
  firstStep,
  RECOVERY_CODES,
  secondStep,
} from "#tests/support/factors.ts";
import { httpClient } from "#tests/support/http-client.ts";
import { addPasskey, loginWithDevice } from "#tests/support/passkeys.ts";
import { call, mailedSecret, NEW_PASSWORD, query } from "#tests/support/registration.ts";
import { signedIn } from "#tests/support/sign-in.ts";

/** A member with everything: password, app, recovery codes and a passkey. */
const owner = async () => {
  const app = await testApp();
  const { id, email } = await addMember(app.deps);
  const passkey = softwareAuthenticator({ origin: PUBLIC_URL });
  const home = httpClient(app);
  await home.login(email, PASSWORD);
  await addPasskey(home, passkey, "Key");
  await addApp(app.deps, id);
  const code = () => codeOfApp(APP_SECRET, app.clock.now());
  const elsewhere = httpClient(app, "198.51.100.9");
  return { app, id, email, passkey, code, elsewhere };
};

const isIn = async (who: Parameters<typeof query>[0]) =>
  (await query(who, "accounts.me")).status === 200;

describe("[SAFE-11] whoever has lost", () => {
  test("the phone logs in at once with a recovery code", async () => {
    const { email, elsewhere } = await owner();
    const { ticket } = await firstStep(elsewhere, email);
    expect(await secondStep(elsewhere, ticket, RECOVERY_CODES[0])).toBe("200");
    expect(await isIn(elsewhere)).toBe(true);
  });

  test("the phone and the codes logs in at once with a passkey", async () => {
    const { passkey, elsewhere } = await owner();
    await loginWithDevice(elsewhere, passkey);
    expect(await isIn(elsewhere)).toBe(true);
  });

  test("the phone, the codes and the passkey is let in after a week, by the mailbox", async () => {
    const { app, email, elsewhere } = await owner();
    const { ticket } = await firstStep(elsewhere, email);
    await askFactors(elsewhere, "requestReset", { ticket });
    const begin = await mailedSecret(app, "lost-factor");
    await askFactors(elsewhere, "beginReset", { code: begin });
    const follow = () =>
      followResets(asSite(app.deps), forgetPasskeys, new AbortController().signal);
    const { outbox } = app.deps.store.tables;
    const allSent = () =>
      app.deps.store.write(async (tx) => {
        await tx.update(outbox).set({ sentAt: app.clock.now() }).where(isNull(outbox.sentAt));
      });
    await allSent();
    for (let passedMs = 0; passedMs < FACTOR_RESET_MS; passedMs += DAY_MS) {
      expect((await elsewhere.login(email, PASSWORD)).status).toBe(401);
      app.clock.advance(DAY_MS);
      await follow();
      await allSent();
    }
    expect(FACTOR_RESET_MS).toBe(7 * DAY_MS);
    expect((await elsewhere.login(email, PASSWORD)).status).toBe(200);
  });

  test("the password sets another by the mailbox within the hour, and takes the second step", async () => {
    const { app, email, elsewhere, code } = await owner();
    await call(elsewhere, "accounts.requestPasswordReset", { email });
    const token = await mailedSecret(app, "reset");
    app.clock.advance(CODE_TTL_MS - 1);
    expect(CODE_TTL_MS).toBe(HOUR_MS);
    const reset = { token, newPassword: NEW_PASSWORD, confirmPassword: NEW_PASSWORD };
    expect((await call(elsewhere, "accounts.resetPassword", reset)).status).toBe(200);
    const login = await elsewhere.login(email, NEW_PASSWORD);
    const { ticket } = (await login.json()) as { ticket: string };
    expect(await secondStep(elsewhere, ticket, code())).toBe("200");
  });

  test("the mailbox goes on logging in at once, with the password and the app", async () => {
    const { email, elsewhere, code } = await owner();
    const { ticket } = await firstStep(elsewhere, email);
    expect(await secondStep(elsewhere, ticket, code())).toBe("200");
  });

  test("the mailbox for good changes the address in the settings, and confirms it at the new one", async () => {
    const { app, email, elsewhere, code } = await owner();
    const { ticket } = await firstStep(elsewhere, email);
    await secondStep(elsewhere, ticket, code());
    const newEmail = "found@example.test";
    expect((await call(elsewhere, "accounts.changeAddress", { newEmail })).status).toBe(200);
    const confirm = await mailedSecret(app, "confirm-address");
    expect((await call(elsewhere, "accounts.confirmAddress", { code: confirm })).status).toBe(200);
    await call(elsewhere, "accounts.requestPasswordReset", { email: newEmail });
    expect(await mailedSecret(app, "reset")).toBeTruthy();
  });

  test("mailbox and password gets another address from the team, and sets a password there", async () => {
    const { app, id, elsewhere, code } = await owner();
    const admin = await signedIn(app, { role: "Admin" });
    const newEmail = "found@example.test";
    const asked = await app.request("/api/trpc/administration.changeAddress", {
      method: "POST",
      headers: { ...admin.headers, "content-type": "application/json" },
      body: JSON.stringify({ id, newEmail, reason: "Known by voice" }),
    });
    expect(asked.status).toBe(200);
    const confirm = await mailedSecret(app, "confirm-address");
    expect((await call(elsewhere, "accounts.confirmAddress", { code: confirm })).status).toBe(200);
    await call(elsewhere, "accounts.requestPasswordReset", { email: newEmail });
    const token = await mailedSecret(app, "reset");
    const reset = { token, newPassword: NEW_PASSWORD, confirmPassword: NEW_PASSWORD };
    expect((await call(elsewhere, "accounts.resetPassword", reset)).status).toBe(200);
    const login = await elsewhere.login(newEmail, NEW_PASSWORD);
    const { ticket } = (await login.json()) as { ticket: string };
    expect(await secondStep(elsewhere, ticket, code())).toBe("200");
  });

  test("a passkey logs in at once with the password and the app", async () => {
    const { app, id, email, elsewhere, code } = await owner();
    await asSite(app.deps).write((tx) => forgetPasskeys(tx, id));
    const { ticket } = await firstStep(elsewhere, email);
    expect(await secondStep(elsewhere, ticket, code())).toBe("200");
  });

  test("Discord logs in at once with the password, since no way in needs it", async () => {
    const { app, id, email, elsewhere, code } = await owner();
    const { links } = app.deps.store.tables;
    await app.deps.store.write((tx) =>
      tx.insert(links).values({
        userId: id,
        platform: "discord",
        externalId: "1182639400182374401",
        name: "Ada",
        imageUrl: null,
        linkedAt: app.clock.now(),
      }),
    );
    const { ticket } = await firstStep(elsewhere, email);
    expect(await secondStep(elsewhere, ticket, code())).toBe("200");
    const list = await query(elsewhere, "links.list");
    expect(JSON.stringify(list.reply)).toContain("1182639400182374401");
  });

  test("everything but a friend among the Admins is let in by them at once", async () => {
    const { app, id, email, elsewhere } = await owner();
    const admin = await signedIn(app, { role: "Admin" });
    const reset = await app.request("/api/trpc/administration.resetSecondFactor", {
      method: "POST",
      headers: { ...admin.headers, "content-type": "application/json" },
      body: JSON.stringify({ id, reason: "Known by voice" }),
    });
    expect(reset.status).toBe(200);
    expect((await elsewhere.login(email, PASSWORD)).status).toBe(200);
  });
});
