import { describe, expect, test } from "bun:test";
import { ACCOUNT } from "#shared/account-messages.ts";
import { testApp } from "#tests/support/app.ts";
import { signedIn } from "#tests/support/sign-in.ts";

const setUp = async () => {
  const app = await testApp();
  const { userId, headers } = await signedIn(app);
  const profile = async () => {
    const response = await app.request("/api/userprofile", { headers });
    expect(response.status).toBe(200);
    return (await response.json()) as Record<string, unknown>;
  };
  const put = (body: unknown) =>
    app.request("/api/userprofile/marketing-consent", {
      method: "PUT",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  return { app, userId, profile, put };
};

describe("[API-07] userprofile", () => {
  test("is one's own, with the same id everywhere", async () => {
    const { userId, profile } = await setUp();
    expect(await profile()).toEqual({
      id: userId,
      userId,
      firstName: "Ada",
      lastName: "Lynx",
      email: `${userId}@example.test`,
      role: "User",
      allowMarketingEmails: false,
    });
  });

  test("marketing consent is what was last said, and every change of it is written down", async () => {
    const { app, userId, profile, put } = await setUp();
    const other = await signedIn(app, { allowMarketing: false });
    for (const allowMarketingEmails of [true, true, false]) {
      const response = await put({ AllowMarketingEmails: allowMarketingEmails });
      expect([response.status, await response.text()]).toEqual([200, ACCOUNT.preferencesUpdated]);
      expect(await profile()).toMatchObject({ allowMarketingEmails });
      const others = await app.request("/api/userprofile", { headers: other.headers });
      expect(await others.json()).toMatchObject({ allowMarketingEmails: false });
    }
    const { store } = app.deps;
    const entry = { action: "account.changed", actorId: userId, subject: userId };
    expect(
      await store.read.select().from(store.tables.audit).orderBy(store.tables.audit.id),
    ).toMatchObject([
      { ...entry, before: { allowMarketing: false }, after: { allowMarketing: true } },
      { ...entry, before: { allowMarketing: true }, after: { allowMarketing: false } },
    ]);
  });

  test("consent is yes or no, and nothing that could be taken for it", async () => {
    const { profile, put } = await setUp();
    for (const value of [null, "true", 1, [], [true], {}, undefined]) {
      const response = await put({ allowMarketingEmails: value });
      expect(response.status).toBe(400);
      expect(await response.text()).toStartWith("allowMarketingEmails: ");
    }
    expect(await profile()).toMatchObject({ allowMarketingEmails: false });
  });
});
