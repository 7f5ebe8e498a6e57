import { describe, expect, test } from "bun:test";
import { prerenderedAddresses } from "#server/http/pages.ts";
import { addMember, PASSWORD } from "#tests/support/accounts.ts";
import { type TestApp, testApp } from "#tests/support/app.ts";
import { askTrpc } from "#tests/support/ask-procedure.ts";
import { httpClient } from "#tests/support/http-client.ts";
import { PROCEDURES } from "#tests/support/procedure-samples.ts";
import { registrant, query } from "#tests/support/registration.ts";

/** Where other programs are set up, debugged or looked into. */
const TRIED = [
  "/setup",
  "/install",
  "/install.php",
  "/init",
  "/admin/setup",
  "/api/setup",
  "/api/install",
  "/api/init",
  "/api/seed",
  "/api/reset",
  "/api/admin",
  "/api/admin/promote",
  "/api/auth/promote",
  "/api/auth/make-admin",
  "/api/users/admin",
  "/api/config",
  "/api/env",
  "/api/debug",
  "/api/status/config",
  "/api/metrics",
  "/debug/pprof",
  "/actuator/env",
  "/server-status",
  "/phpinfo.php",
  "/.env",
  "/config.json",
  "/community.toml",
  "/package.json",
  "/bun.lock",
  "/lynxden.sqlite",
  "/data/lynxden.sqlite",
  "/api/trpc/setup.run",
  "/api/trpc/administration.setup",
  "/api/trpc/__proto__.constructor",
] as const;

/** What stands in the environment of this site and must stand nowhere else. */
const SECRETS = {
  SESSION_SECRET: "s".repeat(20) + "-the-secret-of-sessions",
  DISCORD_CLIENT_SECRET: "the-secret-of-discord",
  STEAM_WEB_API_KEY: "the-key-of-steam",
  EPIC_CLIENT_SECRET: "the-secret-of-epic",
  MICROSOFT_CLIENT_SECRET: "the-secret-of-microsoft",
  TEBEX_PRIVATE_KEY: "the-private-key-of-tebex",
  TEBEX_WEBHOOK_SECRET: "the-secret-of-the-webhook",
  SMTP_URL: "smtp://mailer:the-password-of-mail@mail.example:587",
} as const;
const ENVIRONMENT = {
  ...SECRETS,
  DISCORD_CLIENT_ID: "123456789012345678",
  EPIC_CLIENT_ID: "epic-client",
  MICROSOFT_CLIENT_ID: "microsoft-client",
  TEBEX_PUBLIC_TOKEN: "public-token",
  MAIL_FROM: "den@den.example",
};
const UNSPEAKABLE = [...Object.values(SECRETS), "the-password-of-mail"];

const admins = async ({ deps: { store } }: TestApp) => {
  const rows = await store.read.select().from(store.tables.users);
  return rows.filter(({ role }) => role === "Admin").length;
};

const filled = async (app: TestApp) => {
  await addMember(app.deps, { role: "Admin" });
  await addMember(app.deps);
};

describe.each(["an empty database", "a full one"])("on %s", (kind) => {
  const site = async () => {
    const app = await testApp({ env: ENVIRONMENT });
    if (kind === "a full one") await filled(app);
    return app;
  };

  test("no address sets the site up, makes an Admin or shows what it was started with", async () => {
    const app = await site();
    const before = await admins(app);
    for (const path of TRIED)
      for (const method of ["GET", "POST", "PUT"]) {
        const body =
          method === "GET"
            ? {}
            : { body: JSON.stringify({ role: "Admin", email: "eve@example.test" }) };
        const headers = { "content-type": "application/json" };
        const answer = await app.request(path, { method, headers, ...body });
        const text = await answer.text();
        expect([method, path, [401, 404, 405].includes(answer.status)]).toEqual([
          method,
          path,
          true,
        ]);
        for (const secret of UNSPEAKABLE) expect(text).not.toContain(secret);
      }
    expect(await admins(app)).toBe(before);
  });

  test("nothing that anybody may read contains a secret of the configuration", async () => {
    const app = await site();
    await app.prepare();
    const paths = [
      ...prerenderedAddresses(app.deps.config.community),
      "/login",
      "/admin",
      "/nothing",
      "/healthz",
      "/readyz",
      "/robots.txt",
      "/sitemap.xml",
      "/.well-known/security.txt",
      "/api/docs",
      "/api/openapi.json",
      "/api/discord/client-id",
      "/auth/tebex/return",
      "/auth/tebex/wait",
      ...["discord", "steam", "epic", "minecraft"].map((name) => `/auth/${name}/callback`),
    ];
    for (const path of paths) {
      const answer = await app.request(path, { headers: { accept: "text/html" } });
      const text = `${JSON.stringify([...answer.headers])} ${await answer.text()}`;
      for (const secret of UNSPEAKABLE)
        expect([path, text.includes(secret)]).toEqual([path, false]);
    }
    for (const name of PROCEDURES) {
      const answer = await askTrpc(app, name, {}, {});
      const text = await answer.text();
      for (const secret of UNSPEAKABLE)
        expect([name, text.includes(secret)]).toEqual([name, false]);
    }
  });

  test("whoever registers first is a member like any other, whatever the form says besides", async () => {
    const app = await site();
    const before = await admins(app);
    const ada = await registrant(app);
    const more = { role: "Admin", roles: ["Admin"], isAdmin: true, verifiedAt: "2026-01-01" };
    expect(await ada.register(more)).toMatchObject({ status: 200, reply: { role: "User" } });
    expect(await admins(app)).toBe(before);
  });
});

test("a member cannot become an Admin by changing the account", async () => {
  const app = await testApp();
  const { email } = await addMember(app.deps);
  const eve = httpClient(app);
  await eve.login(email, PASSWORD);
  for (const path of ["/api/Auth/update-account", "/api/trpc/accounts.update"]) {
    const method = path.includes("trpc") ? "POST" : "PUT";
    await eve.ask(method, path, {
      firstName: "Eve",
      role: "Admin",
      roles: ["Admin"],
      isAdmin: true,
    });
  }
  expect(await query(eve, "accounts.me")).toMatchObject({ reply: { role: "User" } });
  expect(await admins(app)).toBe(0);
});
