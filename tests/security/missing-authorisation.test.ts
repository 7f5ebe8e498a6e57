import { expect, test } from "bun:test";
import { join } from "node:path";
import type { SiteProcedure } from "#server/http/rest/row.ts";
import { REST_TABLE } from "#server/http/rest/table.ts";
import { TEBEX_WEBHOOK_PATH } from "#shared/constants/setup.ts";
import { testApp } from "#tests/support/app.ts";
import { askRest, askTrpc, procedures } from "#tests/support/ask-procedure.ts";
import { PROCEDURES } from "#tests/support/procedure-samples.ts";

/**
 * What anybody may call: whoever adds to it has to say it here. That every kind lets in whom it names
 * is tried in tests/http/access.test.ts, and what each permission opens in tests/http/permissions.test.ts.
 */
const OPEN_TO_ALL: readonly SiteProcedure[] = [
  "accounts.claim",
  "accounts.confirmAddress",
  "accounts.confirmBrowser",
  "accounts.correctEmail",
  "accounts.discordWaits",
  "accounts.login",
  "accounts.readClaim",
  "accounts.register",
  "accounts.requestBrowserLink",
  "accounts.requestPasswordReset",
  "accounts.resendVerification",
  "accounts.resetPassword",
  "accounts.revertAddress",
  "accounts.verifyEmail",
  "calendar.upcoming",
  "community.page",
  "community.privacy",
  "community.rules",
  "community.site",
  "factors.beginReset",
  "factors.loginWithDiscord",
  "factors.requestReset",
  "factors.stopReset",
  "factors.takeSecondStep",
  "links.discordClient",
  "links.discordProof",
  "links.steamKey",
  "news.list",
  "news.pinned",
  "news.post",
  "passkeys.login",
  "passkeys.requestLogin",
  "passkeys.takeSecondStep",
  "security.endSessions",
  "servers.board",
  "servers.history",
  "servers.past",
  "servers.status",
  "servers.summary",
  "setup.createAdmin",
  "setup.link",
];

/** What may be asked besides procedures, and by whom. */
const OTHER_ROUTES: Readonly<Record<string, string>> = {
  "/healthz": "everybody",
  "/readyz": "everybody",
  "/unsubscribe": "whoever has the link of a mail",
  "/metrics": "whoever has METRICS_TOKEN; without one, programs on this machine",
  "/api/trpc/*": "as the kind of each procedure says",
  "/api/*": "as the kind of the row's procedure says",
  "/api/feed": "everybody; a member's token adds what concerns that member",
  "/api/openapi.json": "everybody",
  "/api/docs": "everybody",
  "/api/tebex/webhook": "whoever signs with the webhook's secret",
  "/auth/${platform}/start": "everybody, within a limit",
  "/auth/${platform}/callback": "the browser that began the OAuth flow",
  "/auth/tebex/return": "everybody: it says nothing",
  "/auth/tebex/wait": "everybody: it says nothing",
  "/calendar.ics": "everybody",
  "/news.atom": "everybody",
  "/news.json": "everybody",
  "/media/*": "everybody who knows the key",
  "/api/site/pictures": "those of the team who may change the site",
  "/pictures/*": "everybody who knows the hash",
  "/api/tickets/attachments/*": "whoever was given the signed address, while it is good",
};

const kindOf = (name: string) => procedures[name]?._def.meta.kind ?? "none";

test("no procedure is open to everybody that is not named here", () => {
  expect(PROCEDURES.filter((name) => kindOf(name) === "public").toSorted()).toEqual([
    ...OPEN_TO_ALL,
  ]);
  for (const name of PROCEDURES)
    expect([name, ["public", "member", "team", "admin", "bridge"].includes(kindOf(name))]).toEqual([
      name,
      true,
    ]);
});

test("no route stands beside the procedures whose callers are not named here", async () => {
  const source = await Bun.file(join(import.meta.dir, "../../src/server/app.ts")).text();
  const named = source.replace("oute(TEBEX_WEBHOOK_PATH", `oute("${TEBEX_WEBHOOK_PATH}"`);
  const routes = [...named.matchAll(/\b(?:r|lazyR)oute\(\s*["`]([^"`]+)["`]/g)].map(
    ([, path = ""]) => path,
  );
  expect(routes.toSorted()).toEqual(Object.keys(OTHER_ROUTES).toSorted());
  // Nothing gets past these: no other method of the router is called.
  expect(source.match(/\bhono\.(?:get|post|put|delete|patch|on|use|route|mount)\(/g)).toBeNull();
});

/** What somebody sends who is not signed in. */
const NOBODYS: readonly Readonly<Record<string, string>>[] = [
  {},
  { authorization: "Bearer null" },
  { cookie: "proofs=null" },
];

test("no call gets anything done for somebody who is not signed in, whatever it sends", async () => {
  const app = await testApp();
  const closed = PROCEDURES.filter((name) => kindOf(name) !== "public");
  expect(closed.length).toBeGreaterThan(60);
  for (const name of closed)
    for (const headers of NOBODYS) {
      const answer = await askTrpc(app, name, {}, headers);
      expect([name, answer.status]).toEqual([name, 401]);
    }
  for (const row of REST_TABLE) {
    if (kindOf(row.procedure) === "public") continue;
    const answer = await askRest(app, row, {}, {});
    expect([row.path, answer.status]).toEqual([row.path, 401]);
  }
});

test("no event of the shop is taken without the webhook's signature", async () => {
  const app = await testApp({
    env: { TEBEX_PUBLIC_TOKEN: "token", TEBEX_WEBHOOK_SECRET: "secret" },
  });
  for (const signature of [undefined, "", "null", "0".repeat(64)]) {
    const answer = await app.request("/api/tebex/webhook", {
      method: "POST",
      headers: signature === undefined ? {} : { "x-signature": signature },
      body: JSON.stringify({
        id: "1",
        type: "validation.webhook",
        date: "2026-01-01",
        subject: {},
      }),
    });
    expect([signature, answer.status >= 400 && answer.status < 500]).toEqual([signature, true]);
  }
});
