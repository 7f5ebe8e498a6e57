import { describe, expect, test } from "bun:test";
import { keepPicture } from "#server/modules/pictures/index.ts";
import { DAY_MS } from "#shared/constants/time.ts";
import { PUBLIC_URL, testApp, type TestApp, testConfig } from "#tests/support/app.ts";
import { MAIN_SCRIPT } from "#tests/support/client-build.ts";
import { systemIn } from "#tests/support/context.ts";
import { rejectionOf } from "#tests/support/rejection.ts";
import { signedIn } from "#tests/support/sign-in.ts";

const CHECKOUT = "https://pay.tebex.io";
const TEBEX = { TEBEX_PUBLIC_TOKEN: "token", TEBEX_WEBHOOK_SECRET: "webhook-secret" };

type Kind = "page" | "flow" | "docs" | "data";
type Case = [name: string, kind: Kind, status: number | "any", path: string, init?: RequestInit];

const POST = (body: string, headers: Record<string, string> = {}): RequestInit => ({
  method: "POST",
  headers: { "content-type": "application/json", ...headers },
  body,
});

/** Every kind of answer that leaves the site; "any" where this small build has no such screen. */
const CASES: readonly Case[] = [
  ["a page", "page", 200, "/"],
  ["a page with a shell alone", "page", 200, "/login"],
  ["a page that is not there", "page", 404, "/nothing-here"],
  ["a page that only leads away", "page", 200, "/discord"],
  ["a page for a mail's link", "page", "any", "/reset-password?token=abc"],
  ["another page for a mail's link", "page", "any", "/verify-email?code=abc"],
  ["a page for a browser's link", "page", "any", "/confirm-browser?code=abc"],
  ["HEAD of a page", "page", 200, "/", { method: "HEAD" }],
  ["a method that a page does not answer", "page", 405, "/login", { method: "DELETE" }],
  ["OPTIONS of a page", "page", 204, "/login", { method: "OPTIONS" }],
  ["a redirect to the path without slash", "page", 308, "/login/"],
  ["an address that is malformed", "page", 400, "/%ff"],
  ["a window of an OAuth flow", "flow", "any", "/epic-auth.html"],
  ["a callback", "flow", 503, "/auth/discord/callback?code=1&state=2"],
  ["the start of a flow that is off", "flow", 503, "/auth/steam/start?purpose=link"],
  ["a flow for an unknown purpose", "flow", 400, "/auth/discord/start?purpose=evil"],
  ["the way back from the checkout's sign-in", "flow", 200, "/auth/tebex/return"],
  ["the window in which the checkout signs in", "flow", 200, "/auth/tebex/wait"],
  ["a path next to those of flows", "page", 404, "/auth/nothing"],
  ["a flow of no platform", "page", 404, "/auth/nobody/start"],
  ["the page about the API", "docs", 200, "/api/docs"],
  ["a script", "data", 200, MAIN_SCRIPT],
  ["a packed script", "data", 200, MAIN_SCRIPT, { headers: { "accept-encoding": "br" } }],
  ["a font", "data", 200, "/assets/den-5e6f7a8b.woff2"],
  ["the service worker", "data", "any", "/sw.js"],
  ["the web manifest", "data", 200, "/manifest.webmanifest"],
  ["a favicon", "data", 200, "/favicon.svg"],
  ["another favicon", "data", 308, "/favicon.ico"],
  ["a file that is not there", "data", 404, "/assets/gone.js"],
  ["a picture that is not there", "data", 404, "/pictures/gone.webp"],
  ["robots.txt", "data", 200, "/robots.txt"],
  ["the sitemap", "data", 200, "/sitemap.xml"],
  ["security.txt", "data", 200, "/.well-known/security.txt"],
  ["the security policy", "data", 200, "/security-policy.md"],
  ["an answer of the API", "data", 200, "/api/server/eco"],
  ["an answer of the API in another case", "data", 200, "/API/Server/Eco"],
  ["a call that wants a member", "data", 401, "/api/Auth/me"],
  [
    "a call that is refused",
    "data",
    401,
    "/api/Auth/login",
    POST('{"email":"a@example.test","password":"b"}'),
  ],
  ["a call that is malformed", "data", 400, "/api/Auth/login", POST("{")],
  ["a call that is not there", "data", 404, "/api/nothing"],
  ["a method that a call does not answer", "data", 405, "/api/server/eco", { method: "PUT" }],
  ["a procedure's answer", "data", 200, "/api/trpc/servers.summary"],
  ["a procedure's error", "data", 404, "/api/trpc/nothing.at.all"],
  ["the OpenAPI document", "data", 200, "/api/openapi.json"],
  ["a feed", "data", 200, "/api/feed"],
  ["a webhook without a signature", "data", 401, "/api/tebex/webhook", POST("{}")],
  [
    "a webhook with a wrong one",
    "data",
    403,
    "/api/tebex/webhook",
    POST("{}", { "x-signature": "0" }),
  ],
  ["a health probe", "data", 200, "/healthz"],
];

const get = (response: Response, name: string) => response.headers.get(name) ?? "";

const policyOf = (response: Response) =>
  new Map(
    get(response, "content-security-policy")
      .split("; ")
      .map((directive) => {
        const [name = "", ...sources] = directive.split(" ");
        return [name, sources.join(" ")] as const;
      }),
  );

const ask = async (app: TestApp, [, , , path, init]: Case) => {
  const response = await app.request(path, init);
  if (path === "/api/feed") await response.body?.cancel();
  return response;
};

/** Asks a site for every kind of answer, and says of which one something is not so. */
const everyAnswer = async (
  env: Readonly<Record<string, string>>,
  check: (response: Response, given: Case) => void,
) => {
  const app = await testApp({ env: { ...TEBEX, ...env } });
  for (const given of CASES) {
    const [name, , status] = given;
    const response = await ask(app, given);
    try {
      if (status !== "any") expect(response.status).toBe(status);
      check(response, given);
    } catch (error) {
      throw new Error(`Of ${name}: ${String(error)}`, { cause: error });
    }
  }
};

describe("every answer", () => {
  test("cannot be read in another charset than it was written in", () =>
    everyAnswer({}, (response) => {
      const type = get(response, "content-type");
      if (response.status === 200) expect(type).not.toBe("");
      if (/^text\/|[+/]xml/.test(type)) expect(type).toMatch(/; ?charset=utf-8/);
    }));

  test("cannot be read by other sites, sniffed, framed or given the visitor's devices", () =>
    everyAnswer({}, (response, [, kind]) => {
      expect(get(response, "x-content-type-options")).toBe("nosniff");
      expect(get(response, "cross-origin-resource-policy")).toBe("same-origin");
      const permissions = get(response, "permissions-policy");
      // A file runs no script, and so asks for nothing: of data, it alone may have a style.
      if (kind === "data" && policyOf(response).has("style-src")) expect(permissions).toBe("");
      else {
        for (const feature of ["camera", "microphone", "geolocation", "usb", "clipboard-read"])
          expect(permissions).toContain(`${feature}=()`);
        for (const feature of ["clipboard-write", "publickey-credentials-get"])
          expect(permissions).toContain(`${feature}=(self)`);
      }
      expect(get(response, "access-control-allow-origin")).toBe("");
      const policy = policyOf(response);
      expect(policy.get("default-src")).toBe("'none'");
      expect(policy.get("frame-ancestors")).toBe("'none'");
      expect(policy.get("base-uri")).toBe("'none'");
      expect(policy.get("script-src") ?? "'none'").not.toMatch(/unsafe|data:|\*/);
      expect(get(response, "strict-transport-security")).toBe("");
    }));

  test("tells no other site where the visitor was", () =>
    everyAnswer({}, (response, [, kind, , path]) => {
      const isOpen = (kind === "page" || kind === "docs") && !/token|code/.test(path);
      expect(get(response, "referrer-policy")).toBe(
        isOpen ? "strict-origin-when-cross-origin" : "no-referrer",
      );
    }));

  test("makes no markup and no script of texts, but through the policies that are named", () =>
    everyAnswer({}, (response, [, kind, status, path]) => {
      const policy = policyOf(response);
      if (kind === "data") return expect(policy.get("script-src")).toBeUndefined();
      expect(policy.get("require-trusted-types-for")).toBe("'script'");
      const isSmall =
        kind === "docs" || (kind === "flow" && path.startsWith("/auth/") && status !== 400);
      expect(policy.get("trusted-types")).toBe(
        isSmall ? "'none'" : "start package-html mail message-html",
      );
    }));

  test("cannot be had over http once the site was seen over https", async () => {
    const env = { PUBLIC_URL: "https://den.example", TRUSTED_PROXIES: "127.0.0.1" };
    const header = "strict-transport-security";
    await everyAnswer(env, (response) => {
      expect(get(response, header)).toBe("max-age=31536000");
    });
    await everyAnswer({ ...env, HSTS_SUBDOMAINS: "true" }, (response) => {
      expect(get(response, header)).toBe("max-age=31536000; includeSubDomains");
    });
  });
});

describe("what members see", () => {
  test("a picture carries what a file carries", async () => {
    const app = await testApp();
    const { store, clock } = app.deps;
    const bytes = new TextEncoder().encode("a picture");
    const address = await systemIn(store, clock).write((tx) => keepPicture(tx, bytes));
    const conditions: Record<string, string>[] = [
      {},
      { "if-none-match": get(await app.request(address), "etag") },
    ];
    for (const headers of conditions) {
      const response = await app.request(address, { headers });
      expect([200, 304]).toContain(response.status);
      expect(get(response, "cross-origin-resource-policy")).toBe("same-origin");
      expect(get(response, "referrer-policy")).toBe("no-referrer");
      expect(get(response, "content-security-policy")).toStartWith("default-src 'none'");
    }
  });

  test("a member's answer, text and download carry what an answer of the API carries", async () => {
    const app = await testApp();
    const { headers } = await signedIn(app);
    for (const path of ["/api/Auth/me", "/api/userprofile", "/api/Notification"]) {
      const response = await app.request(path, { headers });
      expect([path, response.status]).toEqual([path, 200]);
      expect(get(response, "cross-origin-resource-policy")).toBe("same-origin");
      expect(get(response, "referrer-policy")).toBe("no-referrer");
    }
  });

  test("may pay in the frame of the checkout, shows itself in one, and nobody else", async () => {
    const page = await (await testApp({ env: TEBEX })).request("/");
    expect(policyOf(page).get("frame-src")).toBe(`'self' ${CHECKOUT}`);
    expect(get(page, "permissions-policy")).toContain(`payment=(self "${CHECKOUT}")`);
    const closed = await (await testApp()).request("/");
    expect(policyOf(closed).get("frame-src")).toBe("'self'");
    expect(get(closed, "permissions-policy")).toContain("payment=(self)");
  });

  test("only a page of the site itself may show a preview in a frame, and nothing else", async () => {
    const app = await testApp();
    const ancestorsOf = async (path: string) =>
      policyOf(await app.request(path)).get("frame-ancestors");
    for (const path of ["/?preview", "/rules?tab=x&preview=1", "/member?preview"])
      expect([path, await ancestorsOf(path)]).toEqual([path, "'self'"]);
    const others = ["/", "/?previews", "/?a=preview", "/api/docs?preview", "/verify-email?preview"];
    for (const path of [...others, "/auth/steam/start?preview", "/api/server/eco?preview"])
      expect([path, await ancestorsOf(path)]).toEqual([path, "'none'"]);
  });

  test("a redirect to the public host carries them too", async () => {
    const app = await testApp();
    const navigation = { accept: "text/html", "sec-fetch-mode": "navigate" };
    const response = await app.fetch(
      new Request("http://other.example/login", { headers: navigation }),
    );
    expect(response.status).toBe(308);
    expect(get(response, "content-security-policy")).toStartWith("default-src 'none'");
    expect(get(response, "permissions-policy")).toContain("camera=()");
  });
});

test("HSTS_SUBDOMAINS is true or false", async () => {
  const error = await rejectionOf(testConfig({ HSTS_SUBDOMAINS: "1" }));
  expect(String(error)).toContain("HSTS_SUBDOMAINS");
});

const fieldsOf = async (app: TestApp) => {
  const response = await app.request("/.well-known/security.txt");
  expect(get(response, "content-type")).toBe("text/plain; charset=utf-8");
  const lines = (await response.text()).trimEnd().split("\n");
  return Object.fromEntries(lines.map((line) => line.split(": ", 2)));
};

describe("whoever has found a weakness", () => {
  test("cannot find a security.txt that has run out, however long the site runs", async () => {
    const app = await testApp();
    for (let day = 0; day < 800; day += 100) {
      const { Expires = "", ...others } = await fieldsOf(app);
      expect(others).toEqual({
        Contact: `mailto:${app.deps.config.community.brand.contactEmail}`,
        "Preferred-Languages": "en",
        Canonical: `${PUBLIC_URL}/.well-known/security.txt`,
        Policy: `${PUBLIC_URL}/security-policy.md`,
      });
      expect(Expires).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
      const leftDays = (Date.parse(Expires) - app.clock.now().getTime()) / DAY_MS;
      expect(leftDays).toBeGreaterThan(30);
      expect(leftDays).toBeLessThan(365);
      app.clock.advance(100 * DAY_MS);
    }
  });

  test("is told how to report it", async () => {
    const response = await (await testApp()).request("/security-policy.md");
    expect(get(response, "content-type")).toBe("text/markdown; charset=utf-8");
    const text = await response.text();
    expect(text).toBe(await Bun.file("SECURITY.md").text());
    for (const heading of ["Report a weakness", "What happens then", "Supported versions"])
      expect(text).toContain(`## ${heading}`);
  });
});
