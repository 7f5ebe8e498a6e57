import { expect, test } from "bun:test";
import { watchProvidersJob } from "#server/jobs/housekeeping.ts";
import { siteJobs } from "#server/jobs/site-jobs.ts";
import { queueMail } from "#server/modules/mail/index.ts";
import { createBreaker, createBreakers } from "#server/providers/breaker.ts";
import { createDiscordIdentity, guarded } from "#server/providers/identity/identity.ts";
import { PROVIDER_TROUBLE } from "#shared/admin-messages.ts";
import { MINUTE_MS } from "#shared/constants/time.ts";
import { PROOF_SENTENCES } from "#shared/proof-messages.ts";
import { SHOP } from "#shared/shop-messages.ts";
import type { TestApp } from "#tests/support/app.ts";
import { movableClock } from "#tests/support/clock.ts";
import { asSite, systemIn } from "#tests/support/context.ts";
import { addApp } from "#tests/support/factors.ts";
import { httpServer } from "#tests/support/game-servers.ts";
import { callbackOf, configured, identityWorld } from "#tests/support/identity.ts";
import { linkingWorld } from "#tests/support/linking.ts";
import { plainMail } from "#tests/support/mail.ts";
import { person, refusalOf } from "#tests/support/people.ts";
import { rejectionOf } from "#tests/support/rejection.ts";
import { buyer, one, said } from "#tests/support/shop.ts";
import { PACKAGE } from "#tests/support/tebex.ts";

const NEVER = new AbortController().signal;
/** Longer than any cool-down. */
const COOLED_MS = 46_000;

const linesOf = ({ lines }: TestApp) =>
  lines.filter(({ event }) => event === "provider.paused" || event === "provider.resumed");

const breakerOf = () => {
  const clock = movableClock();
  const breaker = createBreaker({ clock, log: null }, "discord");
  const fail = (times: number) => {
    for (let time = 0; time < times; time += 1) if (breaker.admits()) breaker.failed("timeout");
  };
  return { clock, breaker, fail };
};

test("failures with a success between them, or far apart, open nothing", () => {
  const { clock, breaker, fail } = breakerOf();
  fail(4);
  breaker.succeeded();
  fail(4);
  clock.advance(5 * MINUTE_MS);
  fail(4);
  expect(breaker.report()).toMatchObject({ state: "closed", failures: 12, retryAt: null });
});

test("an open breaker lets one through after its cool-down, and closes when that one succeeds", () => {
  const { clock, breaker, fail } = breakerOf();
  fail(9);
  const opened = clock.now();
  expect(breaker.report()).toMatchObject({ state: "open", failures: 5, since: opened });
  clock.advance(29_000);
  expect(breaker.admits()).toBe(false);
  clock.advance(16_000);
  expect([breaker.admits(), breaker.admits()]).toEqual([true, false]);
  expect(breaker.report().state).toBe("half-open");
  breaker.failed("timeout");
  expect(breaker.report()).toMatchObject({ state: "open", since: opened });
  expect(breaker.admits()).toBe(false);
  clock.advance(COOLED_MS);
  expect(breaker.admits()).toBe(true);
  breaker.succeeded();
  expect(breaker.report()).toMatchObject({ state: "closed", since: clock.now(), retryAt: null });
});

test("a probe that says nothing of the provider is somebody else's, and one that never ends is replaced", () => {
  const { clock, breaker, fail } = breakerOf();
  fail(5);
  clock.advance(COOLED_MS);
  expect(breaker.admits()).toBe(true);
  breaker.dismissed();
  expect([breaker.admits(), breaker.admits()]).toEqual([true, false]);
  clock.advance(COOLED_MS);
  expect(breaker.admits()).toBe(true);
});

test("a provider that fails again and again is not asked, people are told the same, and it comes back", async () => {
  const { app, sandbox, member } = await linkingWorld();
  const ada = await member();
  sandbox.outages.set("discord", "down");
  for (let time = 0; time < 6; time += 1) {
    const refused = await ada.prove("discord", "ada");
    expect(refused.status).toBe(503);
    expect(await refused.text()).toContain(PROOF_SENTENCES.discord.unavailable);
  }
  expect(app.deps.breakers.discord.report()).toMatchObject({
    state: "open",
    failures: 5,
    lastFailure: { reason: "status" },
  });
  // It is well again, and that is found out with the first question after the cool-down.
  sandbox.outages.set("discord", "up");
  expect((await ada.prove("discord", "ada")).status).toBe(503);
  app.clock.advance(COOLED_MS);
  expect((await ada.prove("discord", "ada")).status).toBe(200);
  expect(linesOf(app)).toMatchObject([
    { event: "provider.paused", provider: "discord", reason: "status" },
    { event: "provider.resumed", provider: "discord" },
  ]);
  // The others were asked all the time.
  expect((await ada.prove("steam", "ada")).status).toBe(200);
});

test("nothing that a person brings back opens a breaker", async () => {
  const { app, member } = await linkingWorld();
  const ada = await member();
  const odd = ["error=server_error", "error=invalid_client", "code=x", "code=a&code=b", ""];
  for (const query of [...odd, ...odd]) {
    const answer = await ada.answerOf("discord", "ada");
    const state = answer.get("state") ?? "";
    await ada.finish("discord", new URLSearchParams(`${query}&state=${state}`));
    await ada.prove("discord", "deny");
  }
  expect(app.deps.breakers.discord.report()).toMatchObject({ state: "closed", failures: 0 });
});

test("no answer that a person can provoke opens a breaker", async () => {
  const { app, sandbox, member } = await linkingWorld();
  const ada = await member();
  for (const mode of ["garbage", "wrong-type"] as const) {
    sandbox.outages.set("steam", mode, "confirmation");
    for (let time = 0; time < 5; time += 1)
      expect((await ada.prove("steam", "ada")).status).not.toBe(200);
  }
  expect(app.deps.breakers.steam.report()).toMatchObject({ state: "closed", failures: 0 });
  sandbox.outages.set("steam", "down", "confirmation");
  for (let time = 0; time < 5; time += 1) await ada.prove("steam", "ada");
  expect(app.deps.breakers.steam.report().state).toBe("open");
});

test.each([
  ["no JSON, with 400", 400, "<html>", 0],
  ["no JSON, with 401", 401, "", 0],
  ["too much, with 400", 400, "x".repeat(100_000), 0],
  ["too many requests", 429, "{}", 0],
  ["no JSON, with 200", 200, "<html>", 5],
  ["too much, with 200", 200, "x".repeat(100_000), 5],
  ["an error of its own", 500, "{}", 5],
])("a token endpoint that answers %s", async (_, status, text, failures) => {
  const { url } = httpServer(() => new Response(text, { status }));
  const { config } = await identityWorld();
  const breaker = createBreaker({ clock: movableClock(), log: null }, "discord");
  const discord = { ...configured(config.discord), tokenUrl: url };
  const provider = guarded(createDiscordIdentity(discord), breaker);
  for (let time = 0; time < 5; time += 1) {
    const { flow } = provider.begin(callbackOf("discord"));
    const answer = new URLSearchParams({ code: "code", state: flow.state });
    await rejectionOf(provider.finish(answer, flow, callbackOf("discord")));
  }
  expect(breaker.report()).toMatchObject({ state: failures > 0 ? "open" : "closed", failures });
});

test("a hop that fails behind others that are well opens the breaker, too", async () => {
  const { app, sandbox, member } = await linkingWorld();
  const ada = await member();
  sandbox.outages.set("microsoft", "down", "xsts");
  for (let time = 0; time < 5; time += 1) await ada.prove("minecraft", "ada");
  expect(app.deps.breakers.microsoft.report().state).toBe("open");
});

test("a shop that is out of reach answers at once, and jobs leave it alone", async () => {
  const { app, sandbox } = await linkingWorld();
  const refresh = siteJobs(app.deps).find(({ name }) => name === "refresh-catalogue");
  if (refresh === undefined) throw new Error("There is no such job.");
  await refresh.run(NEVER);
  const ada = await buyer(app);
  sandbox.outages.set("tebex", "garbage");
  app.clock.advance(3 * MINUTE_MS);
  for (let time = 0; time < 9; time += 1) await refresh.run(NEVER);
  expect(app.deps.breakers.tebex.report()).toMatchObject({ state: "open", failures: 5 });
  sandbox.outages.set("tebex", "up");
  const ask = () => ada.ask("POST", "create-basket", { items: [one(PACKAGE.points500)] });
  expect(await said(await ask())).toMatchObject([502, { message: SHOP.unreachable }]);
  app.clock.advance(COOLED_MS);
  await refresh.run(NEVER);
  expect((await ask()).status).toBe(200);
});

test("mails wait while the mail server is left alone, without an attempt being counted", async () => {
  const { app, sandbox } = await linkingWorld();
  const { store, clock, breakers } = app.deps;
  const deliver = siteJobs(app.deps).find(({ name }) => name === "deliver-mail");
  if (deliver === undefined) throw new Error("There is no such job.");
  const { outbox } = store.tables;
  const attempts = async () =>
    (await store.read.select().from(outbox).orderBy(outbox.id)).map((row) => row.attempts);
  sandbox.outages.set("smtp", "down");
  for (let round = 0; round < 5; round += 1) {
    await systemIn(store, clock).write((tx) => queueMail(tx, plainMail(`round ${round}`)));
    await deliver.run(NEVER);
  }
  expect(breakers.smtp.report()).toMatchObject({ state: "open", failures: 5 });
  expect(await attempts()).toEqual([1, 1, 1, 1, 1]);
  app.clock.advance(25_000);
  await systemIn(store, clock).write((tx) => queueMail(tx, plainMail("later")));
  await deliver.run(NEVER);
  expect(await attempts()).toEqual([1, 1, 1, 1, 1, 0]);
  sandbox.outages.set("smtp", "up");
  app.clock.advance(COOLED_MS);
  await deliver.run(NEVER);
  expect(sandbox.mail.list()).toHaveLength(6);
  expect(breakers.smtp.report().state).toBe("closed");
});

test("Admins see the state of every provider, and nobody else does", async () => {
  const { app, sandbox, member } = await linkingWorld();
  const ada = await member();
  sandbox.outages.set("epic", "garbage");
  for (let time = 0; time < 5; time += 1) await ada.prove("epic", "ada");
  const [admin, other] = [await person(app, { role: "Admin" }), await person(app)];
  const seen = await admin.administration.providers.query();
  expect(seen.providers.map(({ provider, state }) => [provider, state])).toEqual([
    ["discord", "closed"],
    ["steam", "closed"],
    ["epic", "open"],
    ["microsoft", "closed"],
    ["tebex", "closed"],
    ["smtp", "closed"],
  ]);
  expect(seen.providers[2]).toMatchObject({
    failures: 5,
    lastFailure: { reason: "malformed", at: app.clock.now().toISOString() },
    since: app.clock.now().toISOString(),
  });
  expect(await (await admin.ask("GET", "/api/admin/providers")).json()).toEqual(seen as never);
  expect((await refusalOf(other.administration.providers.query()))[0]).toBe(403);
  expect((await other.ask("GET", "/api/admin/providers")).status).toBe(403);
  expect((await app.request("/api/admin/providers")).status).toBe(401);
});

test("Admins are told once when a provider has failed for minutes, and once when it is well", async () => {
  const { app } = await linkingWorld();
  const admin = await person(app, { role: "Admin" });
  await addApp(app.deps, admin.id);
  const { config, store, clock, log } = app.deps;
  // Two instances that find out the same.
  const instances = [createBreakers({ clock, log }), createBreakers({ clock, log })];
  const watch = async () => {
    for (const breakers of instances)
      await watchProvidersJob(asSite({ config, store, clock, breakers })).run(NEVER);
  };
  const received = async () =>
    (await admin.notifications.list.query({})).items.map(({ subject }) => subject);
  const down = PROVIDER_TROUBLE.down("tebex").subject;
  const well = PROVIDER_TROUBLE.well("tebex").subject;
  for (const { tebex } of instances)
    for (let time = 0; time < 5; time += 1) tebex.failed("timeout");
  app.clock.advance(4 * MINUTE_MS);
  await watch();
  expect(await received()).toEqual([]);
  app.clock.advance(MINUTE_MS);
  await watch();
  await watch();
  expect(await received()).toEqual([down]);
  app.clock.advance(MINUTE_MS);
  instances[0]?.tebex.succeeded();
  await watch();
  app.clock.advance(10 * MINUTE_MS);
  await watch();
  expect((await received()).toSorted()).toEqual([down, well].toSorted());
});
