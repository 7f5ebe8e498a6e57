import { expect, test } from "bun:test";
import { TEBEX_WEBHOOK_PATH } from "#shared/constants/setup.ts";
import { testApp } from "#tests/support/app.ts";

const PAGES = [
  "/healthz",
  "/readyz",
  "/metrics",
  "/news.atom",
  "/news.json",
  "/calendar.ics",
  "/unsubscribe",
  "/auth/discord/start",
  "/auth/discord/callback",
  "/auth/tebex/return",
  "/auth/tebex/wait",
];
const CALLS = [
  ["GET", "/api/feed"],
  ["GET", "/api/docs"],
  ["GET", "/api/openapi.json"],
  ["POST", "/api/site/pictures"],
  ["POST", TEBEX_WEBHOOK_PATH],
] as const;

test("a route is one address: with a slash behind it, it is none, as proxies and policies understand it", async () => {
  const { request } = await testApp();
  for (const path of PAGES) {
    const response = await request(`${path}/`, { redirect: "manual" });
    expect([path, response.status]).toEqual([path, 308]);
    expect(response.headers.get("location")).toEndWith(path);
  }
  for (const [method, path] of CALLS) {
    const response = await request(`${path}/`, { method });
    expect([path, response.status]).toEqual([path, 404]);
  }
});
