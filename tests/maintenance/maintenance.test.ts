import { describe, expect, test } from "bun:test";
import type { SiteProcedure } from "#server/http/rest/row.ts";
import type { Maintenance } from "#shared/schemas/site-document.ts";
import { makeWorld, type Who, type World } from "#tests/support/access-world.ts";
import { askTrpc, procedures } from "#tests/support/ask-procedure.ts";
import { appWithPeople } from "#tests/support/people.ts";
import { PROCEDURES, SAMPLES } from "#tests/support/procedure-samples.ts";

const MOVING: Maintenance = {
  id: 1,
  reason: "We move to a faster machine.",
  begunAt: "2026-01-01T00:00:00.000Z",
  expectedEnd: null,
};

/** What stays for everybody: the way into one's account, and out of it. */
const STAYS = [
  "accounts.login",
  "accounts.verifyEmail",
  "consents.answer",
  "factors.beginReset",
  "factors.loginWithDiscord",
  "factors.requestReset",
  "factors.stopOwnReset",
  "factors.stopReset",
  "factors.takeSecondStep",
  "members.setMarketingConsent",
  "passkeys.login",
  "passkeys.requestConfirmation",
  "passkeys.requestLogin",
  "passkeys.takeSecondStep",
  "accounts.requestPasswordReset",
  "accounts.requestBrowserLink",
  "accounts.confirmBrowser",
  "accounts.resetPassword",
  "accounts.logout",
  "accounts.confirm",
  "accounts.confirmWithPasskey",
  "security.endSessions",
  "accounts.endSession",
  "accounts.endOtherSessions",
  "accounts.confirmAddress",
  "accounts.revertAddress",
] satisfies SiteProcedure[];

const isMutation = (name: SiteProcedure) => procedures[name]?._def.type === "mutation";

const ask = async (world: World, name: SiteProcedure, who: Who) =>
  await askTrpc(world.app, name, SAMPLES[name].input?.(world), world.headers[who]);

const isOfAccount = (name: string) => name.startsWith("accounts.");

describe("[SITE-08] in maintenance", () => {
  test("guests, members and plugins change nothing, and read what they may", async () => {
    const world = await makeWorld();
    world.app.deps.live.maintain(MOVING);
    const refused: string[] = [];
    for (const name of PROCEDURES)
      for (const who of ["anonymous", "member", "plugin"] as const) {
        const response = await ask(world, name, who);
        if (response.status !== 503) continue;
        const { error } = (await response.json()) as {
          error: { message: string; data: { code: string } };
        };
        if (error.data.code !== "maintenance") continue;
        expect(error.message).toContain(MOVING.reason);
        expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
        refused.push(`${who}: ${name}`);
      }
    const closed = PROCEDURES.filter(
      (name) => isMutation(name) && !STAYS.some((one) => one === name),
    );
    const expected = closed.flatMap((name) =>
      ["anonymous", "member", "plugin"].map((who) => `${who}: ${name}`),
    );
    expect(refused.toSorted()).toEqual(expected.toSorted());
    expect(expected.length).toBeGreaterThan(30);
  });

  test("Admins go on", async () => {
    const world = await makeWorld();
    world.app.deps.live.maintain(MOVING);
    // Their own account last: with it goes who asks.
    const names = PROCEDURES.filter(isMutation);
    for (const name of [
      ...names.filter((one) => !isOfAccount(one)),
      ...names.filter(isOfAccount),
    ]) {
      const response = await ask(world, name, "admin");
      expect(`${name}: ${await response.text()}`).not.toContain(MOVING.reason);
    }
  });

  test("callers are told to come back when it is expected to end, or in five minutes", async () => {
    const { app, member } = await appWithPeople();
    const now = app.deps.clock.now().getTime();
    const retryAfter = async (expectedEnd: string | null) => {
      app.deps.live.maintain({ ...MOVING, expectedEnd });
      const response = await member.ask("PUT", "/api/Auth/update-account", { firstName: "Grace" });
      expect([response.status, await response.text()]).toEqual([
        503,
        "Nothing can be changed at the moment, as the site is in maintenance: We move to a faster machine.",
      ]);
      return response.headers.get("retry-after");
    };
    expect(await retryAfter(new Date(now + 90_000).toISOString())).toBe("90");
    expect(await retryAfter(null)).toBe("300");
    expect(await retryAfter(new Date(now - 1).toISOString())).toBe("300");
  });
});

describe("maintenance", () => {
  test("begins with a reason, takes another, and ends; each is in the audit log", async () => {
    const { app, admin } = await appWithPeople();
    const { store, clock } = app.deps;
    const { maintenance, audit } = store.tables;
    const end = new Date(clock.now().getTime() + 60_000).toISOString();
    await admin.maintenance.begin.mutate({ reason: " We move. ", expectedEnd: end });
    await admin.maintenance.begin.mutate({ reason: "We still move.", expectedEnd: null });
    const rows = await store.read.select().from(maintenance).orderBy(maintenance.id);
    expect(rows).toMatchObject([
      { reason: "We move.", expectedEnd: new Date(end), endedAt: clock.now(), begunBy: admin.id },
      { reason: "We still move.", expectedEnd: null, endedAt: null, endedBy: null },
    ]);
    await admin.maintenance.end.mutate();
    await admin.maintenance.end.mutate();
    const [, last] = await store.read.select().from(maintenance).orderBy(maintenance.id);
    expect(last).toMatchObject({ endedAt: clock.now(), endedBy: admin.id });
    const entries = await store.read.select().from(audit).orderBy(audit.id);
    expect(entries.map(({ action }) => action).filter((one) => one.startsWith("maint"))).toEqual([
      "maintenance.begun",
      "maintenance.begun",
      "maintenance.ended",
    ]);
  });

  test("wants a reason, and an end in the future", async () => {
    const { app, admin } = await appWithPeople();
    const past = app.deps.clock.now().toISOString();
    const begin = (reason: string, expectedEnd: string | null) =>
      admin.maintenance.begin.mutate({ reason, expectedEnd });
    expect(begin(" ", null)).rejects.toMatchObject({ data: { code: "bad_request" } });
    expect(begin("x".repeat(201), null)).rejects.toMatchObject({ data: { code: "bad_request" } });
    expect(begin("We move.", past)).rejects.toMatchObject({
      data: { fields: { expectedEnd: "The expected end must be in the future." } },
    });
    expect(begin("We move.", "tomorrow")).rejects.toMatchObject({ data: { code: "bad_request" } });
  });
});
