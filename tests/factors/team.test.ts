import { expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import type { Tx } from "#server/context/context.ts";
import { notifyAdmins, notifyTeam } from "#server/modules/notifications/index.ts";
import type { AppSetup } from "#shared/schemas/factors.ts";
import { addMember, PASSWORD } from "#tests/support/accounts.ts";
import { testApp, withTeamFactor } from "#tests/support/app.ts";
import { asSite } from "#tests/support/context.ts";
import {
  addApp,
  APP_SECRET,
  askFactors,
  codeOfApp,
  firstStep,
  secondStep,
} from "#tests/support/factors.ts";
import { type HttpClient, httpClient } from "#tests/support/http-client.ts";
import { holderOf } from "#tests/support/permission-world.ts";

const STEP_MS = 30_000;

const meOf = async (who: HttpClient) =>
  (await (await who.ask("GET", "/api/Auth/me")).json()) as {
    role: string;
    permissions: string[];
    needsSecondFactor?: boolean;
  };

const isLetIn = async (who: HttpClient) =>
  (await who.ask("GET", "/api/auth/all-user-data")).status === 200;

test("[FACTOR-11] an Admin is a member until an app is set up, and then one at once", async () => {
  const app = await testApp({ adjust: withTeamFactor(true) });
  const { email } = await addMember(app.deps, { role: "Admin" });
  const who = httpClient(app);
  await who.login(email, PASSWORD);
  expect(await meOf(who)).toMatchObject({
    role: "Admin",
    permissions: [],
    needsSecondFactor: true,
  });
  expect(await isLetIn(who)).toBe(false);
  const { secret, setup } = await askFactors<AppSetup>(who, "beginApp");
  await askFactors(who, "addApp", { setup, code: codeOfApp(secret, app.clock.now()) });
  expect(await meOf(who)).not.toHaveProperty("needsSecondFactor");
  expect(await isLetIn(who)).toBe(true);
  await askFactors(who, "removeApp");
  expect(await isLetIn(who)).toBe(false);
});

test("[FACTOR-11] a session of before is a member's, one with the second step is the team's", async () => {
  const app = await testApp({ adjust: withTeamFactor(true) });
  const { id, email } = await addMember(app.deps, { role: "Admin" });
  const before = httpClient(app);
  await before.login(email, PASSWORD);
  await addApp(app.deps, id);
  expect(await isLetIn(before)).toBe(false);
  app.clock.advance(STEP_MS);
  const who = httpClient(app);
  const { ticket } = await firstStep(who, email);
  await secondStep(who, ticket, codeOfApp(APP_SECRET, app.clock.now()));
  expect(await isLetIn(who)).toBe(true);
  expect(await isLetIn(before)).toBe(false);
});

test("[FACTOR-11] a member is asked for none, and an owner can ask the team for none", async () => {
  const strict = await testApp({ adjust: withTeamFactor(true) });
  const member = await addMember(strict.deps);
  const who = httpClient(strict);
  await who.login(member.email, PASSWORD);
  expect(await meOf(who)).not.toHaveProperty("needsSecondFactor");
  const lenient = await testApp();
  const admin = await addMember(lenient.deps, { role: "Admin" });
  const other = httpClient(lenient);
  await other.login(admin.email, PASSWORD);
  expect(await isLetIn(other)).toBe(true);
});

test("[FACTOR-11] what the team is told goes to whoever has a second factor, and to all Admins where none has", async () => {
  const app = await testApp({ adjust: withTeamFactor(true) });
  const { store } = app.deps;
  const bare = await addMember(app.deps, { role: "Admin" });
  const secured = await addMember(app.deps, { role: "Admin" });
  const helper = (await holderOf(app, ["tickets"])).userId;
  const { notifications, notificationReads } = store.tables;
  const tell = (write: (tx: Tx) => Promise<void>) => asSite(app.deps).write(write);
  /** Who was told of it. */
  const toldOf = async (subject: string) => {
    const rows = await store.read
      .select({ userId: notificationReads.userId })
      .from(notificationReads)
      .innerJoin(notifications, eq(notifications.id, notificationReads.notificationId))
      .where(eq(notifications.subject, subject));
    return new Set(rows.map(({ userId }) => userId));
  };
  await tell((tx) => notifyAdmins(tx, { subject: "First", message: "Look." }));
  expect(await toldOf("First")).toEqual(new Set([bare.id, secured.id]));
  await addApp(app.deps, secured.id);
  await tell((tx) => notifyAdmins(tx, { subject: "Second", message: "Look." }));
  expect(await toldOf("Second")).toEqual(new Set([secured.id]));
  await tell((tx) => notifyTeam(tx, "tickets", { subject: "Third", message: "Look." }));
  expect(await toldOf("Third")).toEqual(new Set([secured.id]));
  await addApp(app.deps, helper);
  await tell((tx) => notifyTeam(tx, "tickets", { subject: "Fourth", message: "Look." }));
  expect(await toldOf("Fourth")).toEqual(new Set([secured.id, helper]));
});
