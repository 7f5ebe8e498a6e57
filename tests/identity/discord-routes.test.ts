import { beforeEach, expect, test } from "bun:test";
import { readProof } from "#server/auth/proofs.ts";
import { createLog } from "#server/core/log.ts";
import type { Deps } from "#server/deps.ts";
import { browserSecretOf } from "#server/http/cookies.ts";
import type { HttpContext } from "#server/http/http-context.ts";
import { createIdentityRoutes } from "#server/http/identity-routes.ts";
import { createDiscordIdentity } from "#server/providers/identity/identity.ts";
import { AUTH_CHANNEL, PROOF_TTL_MS } from "#shared/constants/accounts.ts";
import { LIMITS } from "#shared/constants/limits.ts";
import { PROOF_SENTENCES } from "#shared/proof-messages.ts";
import { type LogLine, testApp, testConfig } from "#tests/support/app.ts";
import { movableClock } from "#tests/support/clock.ts";
import { communityWith } from "#tests/support/community.ts";
import { systemIn } from "#tests/support/context.ts";
import { holdDeadlines } from "#tests/support/deadlines.ts";
import { CALLBACK, consent, discordWorld } from "#tests/support/discord.ts";
import { rejectionOf } from "#tests/support/rejection.ts";
import { testStore } from "#tests/support/store.ts";

beforeEach(holdDeadlines);

const ORIGIN = new URL(CALLBACK).origin;

const httpContext = (isHead = false): HttpContext => ({
  requestId: "test-request",
  path: "/auth/discord/start",
  route: "/auth/discord/start",
  isHead,
  profile: "auth",
  address: () => "127.0.0.1",
  widerNetwork: () => null,
  letWait: () => {},
  network: () => "127.0.0.0/24",
  pattern: "none",
  isLocal: () => false,
  outgoing: { token: null, cookies: [] },
});

/** The two routes over a real store, and a browser that keeps its cookies. */
const world = async ({ publicUrl = ORIGIN, isOff = false } = {}) => {
  const { sandbox, discord } = await discordWorld();
  const store = await testStore();
  const clock = movableClock();
  const lines: LogLine[] = [];
  const parts: Partial<Deps> = {
    config: {
      ...(await testConfig()),
      publicUrl,
      isPublicUrlSet: true,
      community: communityWith([]),
    },
    clock,
    log: createLog((line) => lines.push(JSON.parse(line) as LogLine)),
    store,
    identity: {
      discord: isOff ? null : createDiscordIdentity(discord),
      steam: null,
      minecraft: null,
      epic: null,
    },
  };
  // What the routes ask for.
  const routes = createIdentityRoutes({ ...(parts as Deps), flowKey: "a key" })("discord");
  const browser = () => {
    const jar = new Map<string, string>();
    const request = (path: string) =>
      new Request(`${ORIGIN}${path}`, {
        headers: { cookie: [...jar].map((pair) => pair.join("=")).join("; ") },
      });
    const keep = (response: Response) => {
      for (const line of response.headers.getSetCookie()) {
        const [pair = "", ...attributes] = line.split("; ");
        const [name = "", value = ""] = pair.split("=");
        if (attributes.includes("Max-Age=0")) jar.delete(name);
        else jar.set(name, value);
      }
      return response;
    };
    const start = async (purpose = "register") =>
      keep(await routes.start(httpContext(), request(`/auth/discord/start?purpose=${purpose}`)));
    const finish = async (answer: URLSearchParams) =>
      keep(await routes.callback(httpContext(), request(`/auth/discord/callback?${answer}`)));
    return {
      jar,
      request,
      start,
      finish,
      flow: async (persona: string) =>
        finish(await consent((await start()).headers.get("location") ?? "", persona)),
      proof: () =>
        readProof(systemIn(store, clock).read, {
          platform: "discord",
          browserSecret: browserSecretOf(request("/"), publicUrl.startsWith("https:")) ?? "",
        }),
    };
  };
  return { sandbox, store, clock, lines, routes, browser };
};

const messageOf = async (response: Response): Promise<unknown> => {
  const body = await response.text();
  return JSON.parse(/id="message">(.*?)<\/script>/s.exec(body)?.[1] ?? "null");
};

test("[LINK-01, LINK-07] a flow leaves a proof in this browser and tells the opener who it was", async () => {
  const { browser } = await world();
  const mine = browser();
  const response = await mine.flow("ada");
  expect(response.status).toBe(200);
  const message = await messageOf(response);
  expect(message).toEqual({
    type: "DISCORD_AUTH_SUCCESS",
    discordId: "1182639400182374401",
    discordName: "Ada Frost",
    discordImgUrl: expect.stringMatching(/^\/pictures\/[\da-f]{64}\.webp$/),
  });
  expect(await mine.proof()).toMatchObject({
    platform: "discord",
    externalId: "1182639400182374401",
    name: "Ada Frost",
  });
  expect(await browser().proof()).toBeNull();
});

test("[LINK-01] a missing avatar is null in the message, and a proof lives 30 minutes", async () => {
  const { browser, clock } = await world();
  const mine = browser();
  expect(await messageOf(await mine.flow("plain"))).toMatchObject({ discordImgUrl: null });
  clock.advance(PROOF_TTL_MS - 1);
  expect(await mine.proof()).not.toBeNull();
  clock.advance(1);
  expect(await mine.proof()).toBeNull();
});

test("whoever changes their mind has the account they proved last", async () => {
  const { browser } = await world();
  const mine = browser();
  await mine.flow("ada");
  await mine.flow("kit");
  expect(await mine.proof()).toMatchObject({ name: "Kit" });
});

test("[SESS-20] cookies are HttpOnly and Lax, and __Host- where the site is HTTPS", async () => {
  const plain = (await (await world()).browser().start()).headers.getSetCookie();
  expect(plain).toEqual([
    expect.stringMatching(/^discord-flow=[^;]+; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/),
  ]);
  const { browser } = await world({ publicUrl: "https://den.example" });
  expect((await browser().start()).headers.getSetCookie()).toEqual([
    expect.stringMatching(
      /^__Host-discord-flow=[^;]+; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/,
    ),
  ]);
});

test("the page that closes the popup runs its own script alone, and is never stored", async () => {
  const { browser } = await world();
  const response = await browser().flow("ada");
  const policy = response.headers.get("content-security-policy") ?? "";
  const body = await response.clone().text();
  expect(policy).toStartWith("default-src 'none'; script-src 'sha256-");
  for (const [, , text = ""] of body.matchAll(/<(script|style)>(.*?)<\/\1>/gs))
    expect(policy).toContain(
      `'sha256-${new Bun.CryptoHasher("sha256").update(text).digest("base64")}'`,
    );
  expect(body).toContain("postMessage(message, location.origin)");
  expect(body).toContain(`BroadcastChannel("${AUTH_CHANNEL}")`);
  expect(body).toContain(PROOF_SENTENCES.discord.proven);
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(response.headers.get("referrer-policy")).toBe("no-referrer");
  expect(response.headers.has("cross-origin-opener-policy")).toBe(false);
});

test("[LINK-04] an account that a member has linked is a duplicate, and proves nothing", async () => {
  const { browser, store, clock } = await world();
  const at = clock.now();
  await store.write(async (tx) => {
    const { users, links } = store.tables;
    await tx.insert(users).values({
      id: "user-1",
      email: "a@example.test",
      emailKey: "a@example.test",
      passwordHash: "hash",
      role: "User",
      firstName: "A",
      lastName: "B",
      allowMarketing: false,
      createdAt: at,
    });
    await tx.insert(links).values({
      userId: "user-1",
      platform: "discord",
      externalId: "1182639400182374407",
      name: "Morgan Vale",
      linkedAt: at,
    });
  });
  const mine = browser();
  const response = await mine.flow("taken");
  expect(response.status).toBe(409);
  expect(await messageOf(response)).toEqual({ type: "DISCORD_DUPLICATE_ERROR" });
  expect(await mine.proof()).toBeNull();
});

test("a refusal is told to the opener, and nothing is proven", async () => {
  const { browser } = await world();
  const mine = browser();
  expect(await messageOf(await mine.flow("deny"))).toEqual({
    type: "DISCORD_AUTH_FAILED",
    reason: "denied",
  });
  expect(mine.jar.size).toBe(0);
});

test("a success closes its window by itself, a failure stays until the person closes it", async () => {
  const { browser } = await world();
  const mine = browser();
  const done = await (await mine.flow("ada")).text();
  expect(done).not.toContain("<button");
  const failed = await (await mine.flow("deny")).text();
  expect(failed).toContain('<button type="button">Close</button>');
  expect(failed).toContain(PROOF_SENTENCES.discord.denied);
});

test("the answer to one browser's question is worth nothing in another", async () => {
  const { browser } = await world();
  const attacker = browser();
  const victim = browser();
  const answer = await consent((await attacker.start()).headers.get("location") ?? "", "ada");
  expect(await messageOf(await victim.finish(answer))).toMatchObject({ reason: "expired" });
  await victim.start();
  expect(await messageOf(await victim.finish(answer))).toMatchObject({ reason: "expired" });
  expect(await victim.proof()).toBeNull();
});

test("a flow that takes longer than ten minutes, and one done before, are over", async () => {
  const { browser, clock } = await world();
  const mine = browser();
  const late = await consent((await mine.start()).headers.get("location") ?? "", "ada");
  clock.advance(10 * 60_000);
  expect(await messageOf(await mine.finish(late))).toMatchObject({ reason: "expired" });
  const answer = await consent((await mine.start()).headers.get("location") ?? "", "ada");
  expect((await mine.finish(answer)).status).toBe(200);
  expect(await messageOf(await mine.finish(answer))).toMatchObject({ reason: "expired" });
});

test("a cookie that was not signed here is no dance", async () => {
  const { browser } = await world();
  const mine = browser();
  const answer = await consent((await mine.start()).headers.get("location") ?? "", "ada");
  const [body = "", signature = ""] = (mine.jar.get("discord-flow") ?? "").split(".");
  for (const forged of [`${body}.`, `${body}x.${signature}`, `${body}.${signature}.x`, "", "x"]) {
    mine.jar.set("discord-flow", forged);
    expect(await messageOf(await mine.finish(answer))).toMatchObject({ reason: "expired" });
  }
});

test.each([
  ["down", 503, "unavailable"],
  ["slow", 503, "unavailable"],
  ["garbage", 502, "garbage"],
] as const)("a Discord that is %s is told to person and log", async (mode, status, reason) => {
  const { browser, sandbox, lines } = await world();
  sandbox.outages.set("discord", mode);
  const response = await browser().flow("ada");
  expect(response.status).toBe(status);
  const body = await response.clone().text();
  expect(body).toContain(PROOF_SENTENCES.discord[reason]);
  expect(await messageOf(response)).toEqual({ type: "DISCORD_AUTH_FAILED", reason });
  expect(lines).toEqual([expect.objectContaining({ level: "warn", event: "discord.failed" })]);
});

test("a site without Discord says so in the window", async () => {
  const { browser } = await world({ isOff: true });
  const response = await browser().start();
  expect(response.status).toBe(503);
  expect(await messageOf(response)).toMatchObject({ reason: "unavailable" });
});

test("an unknown purpose is refused, and HEAD begins and ends nothing", async () => {
  const { browser, routes } = await world();
  const mine = browser();
  expect((await rejectionOf(mine.start("steal"))).message).toContain("purpose");
  const head = await routes.start(
    httpContext(true),
    mine.request("/auth/discord/start?purpose=link"),
  );
  expect(head.headers.has("location")).toBe(false);
  const answer = await consent((await mine.start("link")).headers.get("location") ?? "", "ada");
  await routes.callback(httpContext(true), mine.request(`/auth/discord/callback?${answer}`));
  expect((await mine.finish(answer)).status).toBe(200);
});

test("[LIMIT-09] one address begins and ends so many flows in a quarter of an hour, and is then told to wait", async () => {
  const { browser, clock } = await world();
  const mine = browser();
  const { max } = LIMITS.proofsByAddress;
  for (let times = 0; times < max; times += 1) expect((await mine.start()).status).toBe(302);
  for (const refused of [await mine.start(), await mine.finish(new URLSearchParams())]) {
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBe(String(15 * 60));
    expect(await messageOf(refused)).toEqual({ type: "DISCORD_AUTH_FAILED", reason: "limited" });
  }
  clock.advance(15 * 60_000);
  expect((await mine.flow("ada")).status).toBe(200);
});

test("[LINK-08] through all the site's routes the flow names no opener policy, and its pictures are the site's own", async () => {
  const { sandbox } = await discordWorld();
  const app = await testApp({ env: { ...sandbox.environment, PUBLIC_URL: ORIGIN } });
  const started = await app.request("/auth/discord/start?purpose=register");
  expect(started.status).toBe(302);
  expect(started.headers.has("cross-origin-opener-policy")).toBe(false);
  const [flow = ""] = started.headers.getSetCookie();
  const answer = await consent(started.headers.get("location") ?? "", "ada");
  const ended = await app.request(`/auth/discord/callback?${answer}`, {
    headers: { cookie: flow },
  });
  expect(ended.status).toBe(200);
  expect(ended.headers.has("cross-origin-opener-policy")).toBe(false);
  expect(ended.headers.get("content-security-policy")).toContain("script-src 'sha256-");
  const page = await app.request("/");
  const policy = page.headers.get("content-security-policy") ?? "";
  expect(/img-src ([^;]*)/.exec(policy)?.[1]).toStartWith("'self'");
  expect(policy.replace(/frame-src [^;]*/, "")).not.toContain(sandbox.url);
  const picture = JSON.stringify(await messageOf(ended)).match(/\/pictures\/[\da-f]+\.webp/)?.[0];
  const shown = await app.request(picture ?? "/");
  expect(shown.headers.get("content-type")).toBe("image/webp");
  expect(shown.headers.get("cache-control")).toContain("immutable");
  expect(JSON.stringify(app.lines)).not.toContain(answer.get("code") ?? "");
  expect((await app.request("/auth/discord/start", { method: "POST" })).status).toBe(405);
});
