import { describe, expect, test } from "bun:test";
import { REST_TABLE } from "#server/http/rest/table.ts";
import { makeWorld } from "#tests/support/access-world.ts";
import { addMember, PASSWORD } from "#tests/support/accounts.ts";
import { lastingHeaders, PUBLIC_URL, type TestApp, testApp } from "#tests/support/app.ts";
import { askRest, askTrpc, procedures } from "#tests/support/ask-procedure.ts";
import { MAIN_SCRIPT } from "#tests/support/client-build.ts";
import { httpClient } from "#tests/support/http-client.ts";
import { PROCEDURES, SAMPLES } from "#tests/support/procedure-samples.ts";
import { signedIn } from "#tests/support/sign-in.ts";

/** What caches between the site and its visitors may keep, and what they may ask again for. */
const SHARED = [
  "/",
  "/privacy-policy",
  "/login",
  "/nothing",
  MAIN_SCRIPT,
  "/favicon.svg",
  "/robots.txt",
  "/sitemap.xml",
  "/.well-known/security.txt",
  "/api/server/eco",
  "/api/openapi.json",
  "/api/docs",
] as const;

/** What no cache takes into account, and an attacker may send to fill it. */
const UNKEYED = (token: string): readonly Readonly<Record<string, string>>[] => [
  { "x-forwarded-host": "evil.example" },
  { "x-forwarded-proto": "http" },
  { "x-forwarded-scheme": "nothttps" },
  { "x-forwarded-port": "1" },
  { "x-host": "evil.example", "x-forwarded-server": "evil.example" },
  { "x-original-url": "/api/docs", "x-rewrite-url": "/api/docs" },
  { origin: "https://evil.example", referer: "https://evil.example/" },
  { "accept-language": "de", "user-agent": "<script>alert(1)</script>" },
  { cookie: "proofs=evil; known-browser=evil" },
  { authorization: `Bearer ${token}` },
  { range: "bytes=0-3" },
  { "x-request-id": "<script>alert(1)</script>" },
  { expect: "100-continue", "x-http-method-override": "POST" },
];

const replyOf = async (
  app: TestApp,
  path: string,
  headers: Readonly<Record<string, string>> = {},
) => {
  const answer = await app.request(path, { headers });
  return {
    status: answer.status,
    headers: lastingHeaders(answer),
    body: Buffer.from(await answer.bytes()).toString("latin1"),
  };
};

describe("whoever asks first cannot change what others are given", () => {
  test("by a header that no cache looks at", async () => {
    const app = await testApp();
    await app.prepare();
    const { token } = await signedIn(app);
    for (const path of SHARED) {
      const plain = await replyOf(app, path);
      for (const headers of UNKEYED(token))
        expect([path, headers, await replyOf(app, path, headers)]).toEqual([path, headers, plain]);
      expect(plain.body).not.toContain("evil.example");
    }
  });

  test("by the host name, which appears in nothing that is kept", async () => {
    const app = await testApp();
    await app.prepare();
    for (const path of SHARED) {
      const [ours, theirs] = await Promise.all(
        [PUBLIC_URL, "http://evil.example"].map(async (origin) => {
          const answer = await app.fetch(new Request(`${origin}${path}`));
          return { status: answer.status, body: await answer.text() };
        }),
      );
      expect([path, theirs]).toEqual([path, ours]);
    }
    // A person is sent to the site's own name, and that is kept by nobody.
    const sent = await app.fetch(
      new Request("http://evil.example/login", { headers: { accept: "text/html" } }),
    );
    expect([sent.status, sent.headers.get("location"), sent.headers.get("cache-control")]).toEqual([
      308,
      `${PUBLIC_URL}/login`,
      "no-store",
    ]);
  });

  test("by the packing they ask for: each has its own tag, and caches are told to tell them apart", async () => {
    const app = await testApp();
    await app.prepare();
    for (const path of SHARED) {
      const etags = new Map<string, string>();
      for (const encoding of [
        "identity",
        "gzip",
        "br",
        "deflate",
        "zstd",
        "*",
        "gzip;q=0",
        "x".repeat(900),
      ]) {
        const { headers, status } = await replyOf(app, path, { "accept-encoding": encoding });
        const packing = headers["content-encoding"] ?? "identity";
        expect([path, encoding, ["identity", "gzip", "br"].includes(packing)]).toEqual([
          path,
          encoding,
          true,
        ]);
        const { etag } = headers;
        if (etag === undefined || status !== 200) continue;
        expect(etags.get(etag) ?? packing).toBe(packing);
        etags.set(etag, packing);
      }
      if (new Set(etags.values()).size > 1)
        expect([path, (await replyOf(app, path)).headers["vary"]]).toEqual([
          path,
          "Accept-Encoding",
        ]);
    }
  });

  test("by HEAD, which says what GET says and has no body", async () => {
    const app = await testApp();
    await app.prepare();
    for (const path of SHARED) {
      const answer = await app.request(path, { method: "HEAD" });
      const get = await replyOf(app, path);
      expect([path, answer.status, lastingHeaders(answer)]).toEqual([
        path,
        get.status,
        get.headers,
      ]);
      expect(await answer.text()).toBe("");
    }
  });
});

describe("no cache keeps", () => {
  test("what a call answers to a member, an Admin or a plugin, on either transport", async () => {
    const world = await makeWorld();
    const { app, headers } = world;
    const { member, admin, plugin: bridge } = headers;
    const actors = { member, admin, team: admin, bridge };
    for (const name of PROCEDURES) {
      const kind = procedures[name]?._def.meta.kind ?? "public";
      if (kind === "public") continue;
      const answer = await askTrpc(app, name, SAMPLES[name].input?.(world), actors[kind]);
      expect([name, answer.headers.get("cache-control")]).toEqual([name, "no-store"]);
    }
    const again = await makeWorld();
    for (const row of REST_TABLE) {
      const kind = procedures[row.procedure]?._def.meta.kind ?? "public";
      if (kind === "public") continue;
      const all = {
        member: again.headers.member,
        admin: again.headers.admin,
        team: again.headers.admin,
        bridge: again.headers.plugin,
      };
      const input = SAMPLES[row.procedure].input?.(again);
      const answer = await askRest(again.app, row, input, all[kind]);
      expect([row.path, answer.headers.get("cache-control")]).toEqual([row.path, "no-store"]);
    }
  });

  test("a token, a cookie, a refusal or a feed", async () => {
    const app = await testApp();
    const { email } = await addMember(app.deps);
    const browser = httpClient(app);
    const answers = [
      await browser.login(email, PASSWORD),
      await httpClient(app).login(email, "Wrong!2026test"),
      await app.request("/api/nothing"),
      await app.request("/assets/nothing.js"),
      await app.request("/pictures/nothing"),
      await app.request("/api/Auth/me"),
      await app.request("/api/trpc/accounts.me"),
      await app.request("/api/Auth/login", { method: "DELETE" }),
      await app.request("/auth/discord/start?purpose=link"),
      await app.request("/auth/discord/callback?code=a&state=b"),
      await app.request("/healthz"),
      await app.request("/readyz"),
    ];
    for (const answer of answers)
      expect([answer.url, answer.headers.get("cache-control")]).toEqual([answer.url, "no-store"]);
    const feed = await app.request("/api/feed");
    expect(feed.headers.get("cache-control")).toBe("no-store, no-transform");
    await feed.body?.cancel();
  });

  test("a page for longer than it takes to ask whether it is still the same", async () => {
    const app = await testApp();
    await app.prepare();
    for (const path of ["/", "/login", "/settings", "/admin", "/reset-password?token=a"]) {
      const answer = await app.request(path);
      expect([path, answer.headers.get("cache-control")]).toEqual([path, "no-cache"]);
    }
  });
});
