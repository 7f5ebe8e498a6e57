import { describe, expect, test } from "bun:test";
import { knownBrowser } from "#server/http/cookies.ts";
import { browserName, contextOf, type HttpContext } from "#server/http/http-context.ts";
import { REGISTRATION } from "#shared/account-messages.ts";
import { PUBLIC_URL, testApp } from "#tests/support/app.ts";
import { registrant } from "#tests/support/registration.ts";

const APPLE = "(KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1";
const CHROME = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0";

describe("a browser in words", () => {
  test.each([
    ["Firefox on Windows", "Mozilla/5.0 (Windows NT 10.0; rv:132.0) Gecko/20100101 Firefox/132.0"],
    ["Firefox on Linux", "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0"],
    ["Safari on iPhone", `Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) ${APPLE}`],
    ["Safari on iPad", `Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) ${APPLE}`],
    ["Chrome on Android", `Mozilla/5.0 (Linux; Android 10; K) ${CHROME} Mobile Safari/537.36`],
    [
      "Samsung Internet on Android",
      `Mozilla/5.0 (Linux; Android 14; SM-S918B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36`,
    ],
    [
      "Microsoft Edge on macOS",
      `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${CHROME} Safari/537.36 Edg/130.0.0.0`,
    ],
    ["Unknown browser on Windows", "Mystery (Windows NT 10.0)"],
    ["Unknown browser", "curl/8.5.0"],
    ["Unknown browser", '<script>alert("hello")</script>'],
    ["Unknown browser", ""],
    ["Unknown browser", null],
    ["Unknown browser", `Mozilla/5.0 (Windows NT 10.0) Firefox/132.0${" x".repeat(300)}`],
  ])("is %s", (words, userAgent) => {
    expect(browserName(userAgent)).toBe(words);
  });
});

const auth = { keyFor: (purpose: string) => `key for ${purpose}` };

/** A browser that keeps the one cookie. */
const browserWith = (cookie = "", { isHttps = false, keys = auth } = {}) => {
  const known = () => knownBrowser(keys, new Request(PUBLIC_URL, { headers: { cookie } }), isHttps);
  return {
    knownAs: (userId: string, passwordHash = "hash") => known().knownAs({ userId, passwordHash }),
    signIn: (userId: string) => {
      const line = known().remember({ userId, passwordHash: "hash" });
      cookie = line.slice(0, line.indexOf(";"));
      return line;
    },
    cookie: () => cookie,
  };
};

describe("a known browser", () => {
  test("[SESS-19] is known to the accounts that have signed in with it, under one random name", () => {
    const browser = browserWith();
    expect(browser.knownAs("ada")).toBeNull();
    browser.signIn("ada");
    const name = browser.knownAs("ada");
    expect(name).toHaveLength(43);
    expect(browser.knownAs("kit")).toBeNull();
    browser.signIn("kit");
    expect([browser.knownAs("ada"), browser.knownAs("kit")]).toEqual([name, name]);
    const other = browserWith();
    other.signIn("ada");
    expect(other.knownAs("ada")).not.toBe(name);
    expect(browser.knownAs("ada", "another password's")).toBeNull();
  });

  test("keeps the last ten accounts, and tells nobody whose they are", () => {
    const browser = browserWith();
    for (let index = 0; index < 10; index += 1) browser.signIn(`user-${index}`);
    browser.signIn("user-0");
    browser.signIn("user-10");
    expect(browser.knownAs("user-1")).toBeNull();
    for (const kept of ["user-0", "user-2", "user-9", "user-10"])
      expect(browser.knownAs(kept)).not.toBeNull();
    const [body = ""] = browser.cookie().slice("known-browser=".length).split(".");
    const text = Buffer.from(body, "base64url").toString();
    expect(text).toStartWith('{"id":');
    expect(text).not.toContain("user-");
    expect(browser.cookie().length).toBeLessThan(1000);
  });

  test("[SESS-19] is a cookie for 400 days that scripts cannot read, and __Host- on HTTPS", () => {
    expect(browserWith().signIn("ada")).toMatch(
      /^known-browser=[^;]+; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Lax$/,
    );
    expect(browserWith("", { isHttps: true }).signIn("ada")).toMatch(
      /^__Host-known-browser=[^;]+; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Lax; Secure$/,
    );
  });

  test("cannot be claimed: a cookie that was not sealed here, or for another purpose, is none", () => {
    const browser = browserWith();
    browser.signIn("ada");
    const sealed = browser.cookie();
    const elsewhere = { keyFor: (purpose: string) => `another key for ${purpose}` };
    expect(browserWith(sealed).knownAs("ada")).not.toBeNull();
    expect(browserWith(sealed, { keys: elsewhere }).knownAs("ada")).toBeNull();
    for (const forged of [`${sealed}x`, sealed.replace(".", "x."), "known-browser=", "x"])
      expect(browserWith(forged).knownAs("ada")).toBeNull();
  });
});

test("a proof is for our own pages: a neighbour's page registers nobody with it", async () => {
  const app = await testApp();
  const { form, browserSecret, register } = await registrant(app);
  for (const site of ["same-site", "cross-site"]) {
    const response = await app.request("/api/Auth/register", {
      method: "POST",
      headers: {
        cookie: `proofs=${browserSecret}`,
        "content-type": "application/json",
        "sec-fetch-site": site,
      },
      body: JSON.stringify(form),
    });
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { message: REGISTRATION.linkAgain },
    ]);
  }
  expect(await register()).toMatchObject({ status: 200 });
});

test("[SESS-19] a use case learns from where it is asked, and what it says goes out with the answer", async () => {
  const { deps } = await testApp();
  const httpContext: HttpContext = {
    requestId: "test-request",
    path: "/api/x",
    route: "/api/x",
    isHead: false,
    profile: "api",
    address: () => "203.0.113.7",
    widerNetwork: () => null,
    letWait: () => {},
    network: () => "203.0.113.0/24",
    pattern: "none",
    isLocal: () => false,
    outgoing: { token: null, cookies: [] },
  };
  const secret = "s".repeat(43);
  const request = new Request(PUBLIC_URL, {
    headers: { "user-agent": "Firefox/132.0 (Windows NT 10.0)", cookie: `proofs=${secret}` },
  });
  const ctx = await contextOf(deps, httpContext, request);
  expect(ctx).toMatchObject({
    actor: { kind: "guest" },
    address: "203.0.113.7",
    network: "203.0.113.0/24",
  });
  expect(ctx.browser.name).toBe("Firefox on Windows");
  expect(ctx.browser.secret).toBe(secret);
  expect(ctx.browser.knownAs({ userId: "ada", passwordHash: "hash" })).toBeNull();
  ctx.browser.remember({ userId: "ada", passwordHash: "hash" });
  ctx.handOutToken("a token");
  expect(httpContext.outgoing).toEqual({
    token: "a token",
    cookies: [expect.stringMatching(/^known-browser=/)],
  });
  ctx.handOutToken(null);
  expect(httpContext.outgoing.token).toBeNull();
});
