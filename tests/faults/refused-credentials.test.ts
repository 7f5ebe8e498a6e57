import { describe, expect, test } from "bun:test";
import { systemClock } from "#server/core/clock.ts";
import { watchProvidersJob } from "#server/jobs/housekeeping.ts";
import { createBreaker, createBreakers } from "#server/providers/breaker.ts";
import { createDiscordIdentity, guarded } from "#server/providers/identity/identity.ts";
import { createSteamIdentity } from "#server/providers/identity/steam.ts";
import { createTebex } from "#server/providers/shop/tebex.ts";
import { PROVIDER_LABELS, PROVIDER_TROUBLE } from "#shared/admin-messages.ts";
import type { Platform } from "#shared/constants/accounts.ts";
import { MINUTE_MS } from "#shared/constants/time.ts";
import { HEALTH_WORK } from "#shared/health-work-messages.ts";
import { movableClock } from "#tests/support/clock.ts";
import { asSite } from "#tests/support/context.ts";
import { consent } from "#tests/support/discord.ts";
import { addApp } from "#tests/support/factors.ts";
import { httpServer } from "#tests/support/game-servers.ts";
import { callbackOf, configured, identityWorld } from "#tests/support/identity.ts";
import { linkingWorld } from "#tests/support/linking.ts";
import { person } from "#tests/support/people.ts";
import { rejectionOf } from "#tests/support/rejection.ts";

const NEVER = new AbortController().signal;
const breakerOf = () => {
  const clock = movableClock();
  return { clock, breaker: createBreaker({ clock, log: null }, "discord") };
};

describe("a provider that refuses what is configured", () => {
  test("is asked on, and counts as refusing until a call has done what it should", () => {
    const { clock, breaker } = breakerOf();
    const since = clock.now();
    for (let time = 0; time < 9; time += 1) {
      expect(breaker.admits()).toBe(true);
      breaker.refused();
      clock.advance(1000);
    }
    breaker.dismissed();
    breaker.answered();
    expect(breaker.report()).toMatchObject({
      state: "closed",
      refusedSince: since,
      lastFailure: { reason: "refused" },
      failures: 9,
    });
    breaker.succeeded();
    expect(breaker.report().refusedSince).toBeNull();
  });

  test("and had stopped answering before, answers again", () => {
    const { clock, breaker } = breakerOf();
    for (let time = 0; time < 5; time += 1) breaker.failed("timeout");
    clock.advance(MINUTE_MS);
    expect(breaker.admits()).toBe(true);
    breaker.refused();
    expect(breaker.report()).toMatchObject({ state: "closed", retryAt: null });
  });

  test.each(["discord", "steam"] as const)("%s: a wrong secret or key", async (platform) => {
    const { config } = await identityWorld();
    const { breaker } = breakerOf();
    const begun = {
      discord: () =>
        createDiscordIdentity({ ...configured(config.discord), clientSecret: "of another" }),
      steam: () =>
        createSteamIdentity(
          { ...configured(config.steam), webApiKey: "0".repeat(32) },
          systemClock,
        ),
    } satisfies Partial<Record<Platform, unknown>>;
    const provider = guarded(begun[platform](), breaker);
    const { address, flow } = provider.begin(callbackOf(platform));
    const answer = await consent(address, "ada");
    await rejectionOf(provider.finish(answer, flow, callbackOf(platform)));
    expect(breaker.report()).toMatchObject({ state: "closed", failures: 1 });
    expect(breaker.report().refusedSince).not.toBeNull();
  });

  test("is not believed of by what somebody brings back in an address", async () => {
    const { app, member } = await linkingWorld();
    const ada = await member();
    for (const error of ["invalid_client", "unauthorized_client", "invalid_scope"]) {
      const state = (await ada.answerOf("discord", "ada")).get("state") ?? "";
      await ada.finish("discord", new URLSearchParams({ error, state }));
    }
    expect(app.deps.breakers.discord.report()).toMatchObject({ failures: 0, refusedSince: null });
  });

  test("Tebex: what it says of the private key stands while it takes calls without it", async () => {
    const { breaker } = breakerOf();
    let isKeyRefused = true;
    const { url } = httpServer((request) =>
      isKeyRefused && request.headers.has("authorization")
        ? Response.json({ detail: "Invalid API credentials." }, { status: 401 })
        : Response.json({ data: [] }),
    );
    const access = { publicToken: "public", privateKey: "private", webhookSecret: "secret" };
    const tebex = createTebex({ apiBase: url, ...access } as never, breaker);
    const basket = { custom: {}, completeUrl: url, cancelUrl: url, ipAddress: null };
    await rejectionOf(tebex.createBasket(basket as never));
    await tebex.packages();
    expect(breaker.report().refusedSince).not.toBeNull();
    isKeyRefused = false;
    await rejectionOf(tebex.createBasket(basket as never));
    expect(breaker.report().refusedSince).toBeNull();
  });

  test("stands in Health and among the providers, and Admins are told once, and once when it is over", async () => {
    const { app } = await linkingWorld();
    const admin = await person(app, { role: "Admin" });
    await addApp(app.deps, admin.id);
    const { config, store, clock, log } = app.deps;
    const breakers = app.deps.breakers;
    const instances = [breakers, createBreakers({ clock, log })];
    const watch = async () => {
      for (const one of instances)
        await watchProvidersJob(asSite({ config, store, clock, breakers: one })).run(NEVER);
    };
    const received = async () =>
      (await admin.notifications.list.query({})).items.map(({ subject }) => subject).toSorted();
    const since = clock.now().toISOString();
    breakers.discord.refused();
    await watch();
    app.clock.advance(MINUTE_MS);
    instances[1]?.discord.refused();
    await watch();
    const refused = PROVIDER_TROUBLE.refused("discord").subject;
    expect(await received()).toEqual([refused]);
    const { providers } = await admin.administration.providers.query();
    expect(providers[0]).toMatchObject({ state: "closed", refusedSince: since });
    const { checks } = await admin.health.read.query();
    expect(checks.find(({ name }) => name === "providers")).toMatchObject({
      state: "fail",
      message: expect.stringContaining(
        `${HEALTH_WORK.refuses("Discord", since)} ${PROVIDER_LABELS.discord.waits}`,
      ),
    });
    app.clock.advance(MINUTE_MS);
    for (const { discord } of instances) discord.succeeded();
    await watch();
    expect(await received()).toEqual(
      [refused, PROVIDER_TROUBLE.well("discord").subject].toSorted(),
    );
  });
});
