import { describe, expect, test } from "bun:test";
import { REFUSALS } from "#server/core/errors.ts";
import { PUBLIC_URL, testApp } from "#tests/support/app.ts";

const policyOf = (response: Response) =>
  new Map(
    (response.headers.get("content-security-policy") ?? "").split("; ").map((directive) => {
      const [name = "", ...sources] = directive.split(" ");
      return [name, sources.join(" ")];
    }),
  );

describe("every answer", () => {
  const addresses = [
    "/",
    "/nothing",
    "/assets/gone.js",
    "/favicon.svg",
    "/robots.txt",
    "/healthz",
    "/api/server/eco",
    "/api/nothing",
    "/api/docs",
    "/api/trpc/servers.summary",
    "/a//b",
  ];
  /** Below `/api` the log names routes. */
  const logged: Readonly<Record<string, string>> = {
    "/api/server/eco": "/api/server/{game}",
    "/api/nothing": "/api/*",
  };

  test("carries its request id, the build id and nosniff, and leaves one log line, but for probes", async () => {
    const app = await testApp();
    for (const address of addresses) {
      const response = await app.request(`${address}?code=secret`);
      const requestId = response.headers.get("x-request-id");
      expect(requestId).toMatch(/^[\w-]{8,}$/);
      expect(response.headers.get("x-build-id")).toBe("build-1");
      expect(response.headers.get("x-content-type-options")).toBe("nosniff");
      expect(response.headers.get("referrer-policy") ?? "file").toBeTruthy();
      const lines = app.lines.filter((line) => line["requestId"] === requestId);
      if (address === "/healthz") {
        expect(lines).toEqual([]);
        continue;
      }
      expect(lines).toHaveLength(1);
      expect(lines[0]).toMatchObject({
        level: "info",
        event: "request",
        method: "GET",
        path: logged[address] ?? address,
        status: response.status,
      });
      expect(lines[0]?.["ms"]).toBeNumber();
      expect(JSON.stringify(lines)).not.toContain("secret");
    }
  });

  test("has an id of its own, whatever a stranger asks for", async () => {
    const app = await testApp();
    const headers = { "x-request-id": "chosen-by-a-stranger" };
    const [first, second] = [
      await app.request("/healthz", { headers }),
      await app.request("/healthz", { headers }),
    ];
    expect(first.headers.get("x-request-id")).not.toBe("chosen-by-a-stranger");
    expect(first.headers.get("x-request-id")).not.toBe(second.headers.get("x-request-id"));
  });

  test("is not sent over HTTPS for good unless PUBLIC_URL is", async () => {
    const plain = await testApp();
    const secure = await testApp({ env: { PUBLIC_URL: "https://den.example" } });
    const header = "strict-transport-security";
    expect((await plain.request("/")).headers.has(header)).toBe(false);
    expect((await secure.request("/")).headers.get(header)).toBe("max-age=31536000");
  });
});

const peers = (address: string) => ({ requestIP: () => ({ address }) });
const asked = (headers: Record<string, string>) =>
  new Request(`${PUBLIC_URL}/nothing`, { headers: { accept: "*/*", ...headers } });

describe("a trusted proxy", () => {
  test("names the request and its client; a failure's line has the client's network", async () => {
    const app = await testApp({ env: { TRUSTED_PROXIES: "10.0.0.0/8" } });
    const response = await app.fetch(
      asked({ "x-request-id": "proxy-12345", "x-forwarded-for": "203.0.113.77" }),
      peers("10.0.0.1"),
    );
    expect(response.headers.get("x-request-id")).toBe("proxy-12345");
    expect(app.lines.at(-1)).toMatchObject({ requestId: "proxy-12345", address: "203.0.113.0/24" });
  });

  test.each([
    ["that is named needs no line in the log", "172.17.0.1", []],
    [
      "that is not named is told of once, and a stranger is not taken for one",
      "10.0.0.1",
      [expect.objectContaining({ level: "warn", message: REFUSALS.proxyNotTrusted("172.17.0.1") })],
    ],
  ])("%s", async (_, named, lines) => {
    const app = await testApp({
      env: { PUBLIC_URL: "https://den.example", TRUSTED_PROXIES: named },
    });
    const told = () => app.lines.filter(({ event }) => event === "proxy.not_trusted");
    const forwarded = { "x-forwarded-for": "203.0.113.77" };
    await app.fetch(asked(forwarded), peers("8.8.8.8"));
    await app.fetch(asked({}), peers("172.17.0.1"));
    expect(told()).toEqual([]);
    for (const _time of [1, 2]) await app.fetch(asked(forwarded), peers("172.17.0.1"));
    expect(told()).toEqual(lines);
  });

  test("is believed no nonsense, and a stranger nothing", async () => {
    const app = await testApp({ env: { TRUSTED_PROXIES: "10.0.0.0/8" } });
    const nonsense = await app.fetch(asked({ "x-request-id": 'a"b{}' }), peers("10.0.0.1"));
    expect(nonsense.headers.get("x-request-id")).not.toContain('"');
    const stranger = await app.fetch(
      asked({ "x-request-id": "proxy-12345", "x-forwarded-for": "10.0.0.9" }),
      peers("198.51.100.9"),
    );
    expect(stranger.headers.get("x-request-id")).not.toBe("proxy-12345");
    expect(app.lines.at(-1)?.["address"]).toBe("198.51.100.0/24");
  });

  test("what went well is logged without an address", async () => {
    const app = await testApp();
    await app.fetch(new Request(`${PUBLIC_URL}/healthz`), peers("198.51.100.9"));
    expect(app.lines.at(-1)).not.toHaveProperty("address");
  });
});

const hashOf = (text: string) =>
  `'sha256-${new Bun.CryptoHasher("sha256").update(text).digest("base64")}'`;

describe("content policies", () => {
  test("a page runs our own scripts only, talks to us only and stands in no frame", async () => {
    const app = await testApp();
    for (const path of ["/", "/nothing"]) {
      const response = await app.request(path);
      const policy = policyOf(response);
      expect(policy.get("default-src")).toBe("'none'");
      expect(policy.get("script-src")).toBe("'self'");
      expect(policy.get("style-src")).toBe("'self' 'unsafe-inline'");
      expect(policy.get("img-src")).toBe(
        "'self' data: https://cdn.discordapp.com https://media.discordapp.net https://i.imgur.com",
      );
      expect(policy.get("font-src")).toBe("'self'");
      expect(policy.get("connect-src")).toBe("'self'");
      expect(policy.get("object-src")).toBe("'none'");
      expect(policy.get("base-uri")).toBe("'none'");
      expect(policy.get("form-action")).toBe("'self'");
      expect(policy.get("frame-ancestors")).toBe("'none'");
      expect(response.headers.get("permissions-policy")).toContain("camera=()");
      expect(response.headers.get("cross-origin-opener-policy")).toBe("same-origin-allow-popups");
    }
  });

  test("a page shows pictures from the community's hosts, named once, and from no other", async () => {
    const own = "'self' data:";
    const cases: [hosts: string[], sources: string][] = [
      [[], own],
      [["i.example.com", "i.example.com"], `${own} https://i.example.com`],
    ];
    for (const [hosts, sources] of cases) {
      const app = await testApp({
        env: { DISCORD_CLIENT_ID: "123456789012345678", DISCORD_CLIENT_SECRET: "secret" },
        adjust: (config) => ({
          ...config,
          community: { ...config.community, pictures: { ...config.community.pictures, hosts } },
        }),
      });
      expect(policyOf(await app.request("/")).get("img-src")).toBe(sources);
    }
  });

  test("an answer of the API and a file may do nothing at all", async () => {
    const app = await testApp();
    for (const path of ["/api/server/eco", "/api/nothing", "/healthz", "/favicon.svg"]) {
      const policy = policyOf(await app.request(path));
      expect(policy.get("default-src")).toBe("'none'");
      expect(policy.has("script-src")).toBe(false);
      expect(policy.get("frame-ancestors")).toBe("'none'");
    }
  });

  test("the documentation runs exactly the script and style it carries", async () => {
    const app = await testApp();
    const response = await app.request("/api/docs");
    const html = await response.text();
    const inside = (tag: string) => new RegExp(`<${tag}>([^]*?)</${tag}>`).exec(html)?.[1] ?? "";
    const policy = policyOf(response);
    expect(policy.get("script-src")).toBe(hashOf(inside("script")));
    expect(policy.get("style-src")).toBe(`'self' ${hashOf(inside("style"))}`);
    expect(policy.get("default-src")).toBe("'none'");
  });

  test("nothing under /auth/ names an opener policy, or popups could not speak", async () => {
    const app = await testApp();
    for (const path of ["/auth/discord/start", "/minecraft-auth.html", "/epic-auth.html"])
      expect((await app.request(path)).headers.has("cross-origin-opener-policy")).toBe(false);
  });
});

describe("another host name", () => {
  const navigation = { headers: { accept: "text/html,*/*" } };
  const from = (url: string, init: RequestInit = navigation) => new Request(url, init);

  test("a navigation goes on to PUBLIC_URL, path and query kept", async () => {
    const app = await testApp();
    const response = await app.fetch(from("http://127.0.0.1:3000/rules?tab=ASE"));
    expect(response.status).toBe(308);
    expect(response.headers.get("location")).toBe(`${PUBLIC_URL}/rules?tab=ASE`);
    expect(response.headers.get("cache-control")).toBe("no-store");
  });

  test("a navigation is known by Sec-Fetch-Mode, or by what it accepts", async () => {
    const app = await testApp();
    const statusOf = async (headers: Record<string, string>, method = "GET") =>
      (await app.fetch(from("http://127.0.0.1/", { headers, method }))).status;
    expect(await statusOf({ "sec-fetch-mode": "navigate" })).toBe(308);
    expect(await statusOf({ accept: "text/html" }, "HEAD")).toBe(308);
    expect(await statusOf({ "sec-fetch-mode": "cors", accept: "text/html" })).toBe(200);
    expect(await statusOf({ accept: "*/*" })).toBe(200);
    expect(await statusOf({ accept: "text/html" }, "POST")).toBe(405);
  });

  test("programs, the API and the health check are served under any name", async () => {
    const app = await testApp();
    for (const path of ["/api/server/eco", "/API/server/eco", "/healthz"])
      expect((await app.fetch(from(`http://127.0.0.1${path}`))).status).toBe(200);
  });

  test("the same name on another port is not another name", async () => {
    const app = await testApp();
    expect((await app.fetch(from("http://den.example:8443/"))).status).toBe(200);
  });

  test("a proxy says which name was asked for", async () => {
    const app = await testApp();
    const behind = (forwardedHost: string) =>
      app.fetch(
        from("http://10.0.0.5:3000/", {
          headers: { accept: "text/html", "x-forwarded-host": forwardedHost },
        }),
      );
    expect((await behind("den.example")).status).toBe(200);
    expect((await behind("www.den.example")).status).toBe(308);
  });

  test("nobody is ever sent to a stranger", async () => {
    const app = await testApp();
    const tricks = [
      "http://evil.example/",
      "http://evil.example//evil.example/",
      "http://evil.example/%2f%2fevil.example",
      "http://evil.example/@evil.example",
      "http://evil.example/?next=//evil.example",
    ];
    for (const trick of tricks) {
      const location = (await app.fetch(from(trick))).headers.get("location");
      if (location !== null) expect(new URL(location).origin).toBe(PUBLIC_URL);
    }
  });

  test("without PUBLIC_URL one name is as good as another", async () => {
    const app = await testApp({ env: { PUBLIC_URL: "" } });
    expect((await app.fetch(from("http://192.168.1.5:3000/"))).status).toBe(200);
  });
});

describe("malformed addresses", () => {
  const tricks = [
    "/a//b",
    "//evil.example",
    "/api/server/..%2f..%2fetc",
    "/%2e%2e%2fetc/passwd",
    "/a%5cb",
    "/a%00b",
    "/%ff",
    "/%",
    "/api/trpc/%zz",
    "/api/server/eco%0a",
    "/assets/..%5c..%5cmain.js",
    "/%e2%80",
  ];
  for (const trick of tricks)
    test(`${trick} is refused with a sentence`, async () => {
      const app = await testApp();
      const response = await app.fetch(new Request(`${PUBLIC_URL}${trick}`));
      expect(response.status).toBe(400);
      expect(await response.text()).toContain(REFUSALS.malformedAddress);
    });

  test("dot segments lead nowhere else", async () => {
    const app = await testApp();
    for (const path of ["/assets/../api/nothing", "/assets/%2e%2e/api/nothing"])
      expect((await app.fetch(new Request(`${PUBLIC_URL}${path}`))).status).toBe(404);
  });

  test("too long is 414", async () => {
    const app = await testApp();
    for (const path of [
      `/${"a".repeat(2000)}`,
      `/?${"a".repeat(9000)}`,
      `/api/${"a".repeat(2000)}`,
    ]) {
      const response = await app.request(path);
      expect(response.status).toBe(414);
      expect(await response.text()).toContain(REFUSALS.addressTooLong);
    }
  });

  test("letters of every script are welcome", async () => {
    const app = await testApp();
    for (const path of ["/höhle", "/%E7%8E%8B", "/a'b(c)", "/.well-known/nothing"])
      expect((await app.request(path)).status).toBe(404);
  });
});

describe("methods", () => {
  test("a known address that does not answer a method says which it does", async () => {
    const app = await testApp();
    const cases: [path: string, method: string, allow: string][] = [
      ["/", "POST", "GET, HEAD, OPTIONS"],
      ["/assets/main-1a2b3c4d.js", "DELETE", "GET, HEAD, OPTIONS"],
      ["/healthz", "PUT", "GET, HEAD, OPTIONS"],
      ["/api/feed", "POST", "GET, HEAD, OPTIONS"],
      ["/api/openapi.json", "POST", "GET, HEAD, OPTIONS"],
      ["/api/server/eco", "DELETE", "GET, HEAD, OPTIONS"],
      ["/api/trpc/servers.summary", "PUT", "GET, HEAD, POST, OPTIONS"],
    ];
    for (const [path, method, allow] of cases) {
      const refused = await app.request(path, { method });
      expect(refused.status).toBe(405);
      expect(refused.headers.get("allow")).toBe(allow);
      expect(await refused.text()).toContain(REFUSALS.wrongMethod);
      const options = await app.request(path, { method: "OPTIONS" });
      expect(options.status).toBe(204);
      expect(options.headers.get("allow")).toBe(allow);
    }
  });

  test("HEAD says what GET says, without a body", async () => {
    const app = await testApp();
    for (const path of [
      "/",
      "/nothing",
      "/favicon.svg",
      "/api/server/eco",
      "/api/docs",
      "/healthz",
    ]) {
      const got = await app.request(path);
      const head = await app.request(path, { method: "HEAD" });
      expect(head.status).toBe(got.status);
      expect(head.headers.get("etag")).toBe(got.headers.get("etag"));
      expect(head.headers.get("content-type")).toBe(got.headers.get("content-type"));
      expect(await head.text()).toBe("");
    }
  });
});

test("an error nobody foresaw tells its request id and nothing else, and is logged without values", async () => {
  const leaky = Object.assign(new Error('Failed query: insert … params: "person@example.test"'), {
    name: "DrizzleQueryError",
    query: "insert into users values (?)",
    params: ["person@example.test"],
    cause: Object.assign(new Error("UNIQUE constraint failed: person@example.test"), {
      code: "23505",
    }),
  });
  const app = await testApp({
    overrides: {
      health: {
        check: () => Promise.reject(leaky),
        drain: () => {},
        end: async () => {},
      },
    },
  });
  const response = await app.request("/readyz");
  const text = await response.text();
  const requestId = response.headers.get("x-request-id");
  expect(response.status).toBe(500);
  expect(JSON.parse(text)).toMatchObject({
    message: "Something went wrong on our side. Please try again.",
    requestId,
  });
  expect(app.lines.find((line) => line.event === "request.failed")).toMatchObject({
    level: "error",
    requestId,
    error: "DrizzleQueryError",
    sqlstate: "23505",
    statement: "insert into users values (?)",
  });
  expect(JSON.stringify(app.lines)).not.toContain("person@example.test");
});
