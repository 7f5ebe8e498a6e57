import { expect, test } from "bun:test";
import { CHECKOUT, SHOP } from "#shared/shop-messages.ts";
import { testApp } from "#tests/support/app.ts";
import { SHOP_ENV } from "#tests/support/shop.ts";

const policyOf = (response: Response) =>
  new Map(
    (response.headers.get("content-security-policy") ?? "").split("; ").map((directive) => {
      const [name = "", ...values] = directive.split(" ");
      return [name, values.join(" ")];
    }),
  );

test("pages may show Tebex's checkout in a frame, and nobody else's page", async () => {
  const app = await testApp({ env: SHOP_ENV });
  const policy = policyOf(await app.request("/"));
  expect(policy.get("frame-src")).toBe("'self' https://pay.store.example");
  expect(policy.get("default-src")).toBe("'none'");
  const others = ["/api/docs", "/api/server/eco", "/auth/steam/start", "/auth/tebex/return"];
  for (const path of others)
    expect([path, policyOf(await app.request(path)).get("frame-src")]).toEqual([path, undefined]);
  const closed = await testApp();
  expect(policyOf(await closed.request("/")).get("frame-src")).toBe("'self'");
});

test("the page that Tebex leads back to closes its window, and can nothing else", async () => {
  const app = await testApp();
  const response = await app.request("/auth/tebex/return?success=1");
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(response.headers.get("cache-control")).toBe("no-store");
  // With an opener policy the cart would lose sight of the window that it waits for.
  expect(response.headers.get("cross-origin-opener-policy")).toBeNull();
  const html = await response.text();
  expect(html).toContain(SHOP.backText);
  const [, script = ""] = /<script>([^<]*)<\/script>/.exec(html) ?? [];
  expect(script).toContain("window.close()");
  const policy = policyOf(response);
  const style = /<style>([^<]*)<\/style>/.exec(html)?.[1] ?? "";
  for (const [directive, inline, others] of [
    ["script-src", script, ""],
    // The community's colours come from a style sheet of the site.
    ["style-src", style, "'self' "],
  ] as const) {
    const hash = new Bun.CryptoHasher("sha256").update(inline).digest("base64");
    expect(policy.get(directive)).toBe(`${others}'sha256-${hash}'`);
  }
  expect(policy.get("frame-ancestors")).toBe("'none'");
  expect((await app.request("/auth/tebex/return", { method: "POST" })).status).toBe(405);
});

test("the page of the window in which a buyer signs in says why it is there, and leaves its opener", async () => {
  const app = await testApp();
  const response = await app.request("/auth/tebex/wait");
  expect(response.status).toBe(200);
  // With an opener policy the cart could not lead the window on.
  expect(response.headers.get("cross-origin-opener-policy")).toBeNull();
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(await response.text()).toContain(CHECKOUT.signIn);
  expect((await app.request("/auth/tebex/wait", { method: "POST" })).status).toBe(405);
});

test("the document names the webhook, its signature and its refusals", async () => {
  const app = await testApp();
  const document = await (await app.request("/api/openapi.json")).json();
  expect(document).toHaveProperty(
    ["paths", "/api/tebex/webhook", "post", "parameters", 0, "name"],
    "X-Signature",
  );
  const { paths } = document as {
    paths: Record<string, { post?: { responses: object; security?: unknown } }>;
  };
  const post = paths["/api/tebex/webhook"]?.post;
  expect(Object.keys(post?.responses ?? {})).toEqual(["200", "400", "401", "403", "413", "503"]);
  expect(post?.security).toBeUndefined();
  expect(await (await app.request("/api/docs")).text()).toContain("/api/tebex/webhook");
});
