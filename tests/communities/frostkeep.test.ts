import { describe, expect, test } from "bun:test";
import { prerenderedAddresses } from "#server/http/pages.ts";
import { renderHere } from "#server/http/render-site.ts";
import type { SiteProcedure } from "#server/http/rest/row.ts";
import { REST_TABLE } from "#server/http/rest/table.ts";
import { renderMail, type Templated } from "#server/modules/mail/templates.ts";
import { BRIDGE_SCOPES } from "#shared/constants/points.ts";
import { setLocale } from "#shared/rules/format.ts";
import type { MadeBridgeKey } from "#shared/schemas/bridge.ts";
import { PUBLIC_URL, testApp, testConfig } from "#tests/support/app.ts";
import { askRest, askTrpc, procedures } from "#tests/support/ask-procedure.ts";
import { linkGame, PLAYER } from "#tests/support/bridge.ts";
import { afterThisTest } from "#tests/support/cleanup.ts";
import { foreignLinesIn, SOFTWARE } from "#tests/support/foreign-lines.ts";
import { foreignLookIn } from "#tests/support/foreign-look.ts";
import { FOREIGN, foreignIn, FROSTKEEP } from "#tests/support/foreign-words.ts";
import { PROCEDURES } from "#tests/support/procedure-samples.ts";
import { registrant } from "#tests/support/registration.ts";
import { signedIn } from "#tests/support/sign-in.ts";
import { findInSources } from "#tests/support/source-lines.ts";

const FILE = FROSTKEEP;

const NOWHERE = "/nothing-here";
/** Screens that the application draws, an address that leads nowhere, and what machines read. */
const ADDRESSES = [
  "/login",
  "/register",
  "/forgot-password",
  "/reset-password",
  "/resend-verification",
  "/verify",
  "/verify-email",
  "/confirm-address",
  "/confirm-browser",
  "/revert-address",
  "/lost-factor",
  "/keep-factor",
  "/login-success",
  "/epic-auth.html",
  "/minecraft-auth.html",
  "/shop",
  "/member/stats",
  "/member/tickets",
  "/member/notifications",
  "/member/points",
  NOWHERE,
  "/api/openapi.json",
  "/api/docs",
  "/manifest.webmanifest",
  "/theme.css",
  "/favicon.svg",
  "/auth/tebex/wait",
  "/sitemap.xml",
  "/robots.txt",
  "/.well-known/security.txt",
];

const NAMED = { firstName: "Edda" };
const AT = "2026-01-09T18:00:00.000Z";
const MAILS: readonly Templated[] = [
  { template: "verify", data: { code: "code" } },
  { template: "reset", data: { ...NAMED, token: "token" } },
  { template: "browser", data: { ...NAMED, code: "code" } },
  { template: "guessed", data: { ...NAMED, at: AT } },
  { template: "goodbye", data: { ...NAMED, closedAt: AT } },
  { template: "password-changed", data: { ...NAMED, changedAt: AT } },
  {
    template: "receipt",
    data: {
      ...NAMED,
      orderId: 3,
      paidAt: AT,
      items: [{ name: "Burgwache von Frostkeep", quantity: 1 }],
      totalCents: 350,
      currency: "EUR",
      points: 240,
    },
  },
];

const TICKET = {
  subject: "Die Zugbrücke klemmt",
  category: "Fehler",
  answers: { wann: "Gestern" },
  game: "Rust",
  server: "Nordküste",
  description: "Sie geht nur halb auf.",
};

/** Lists, whole. */
const LISTS: ReadonlySet<SiteProcedure> = new Set([
  "administration.audit",
  "administration.users",
  "bridge.keys",
  "calendar.entries",
  "calendar.upcoming",
  "mail.failed",
  "members.people",
  "news.list",
  "news.written",
  "notifications.list",
  "notifications.sent",
  "notifications.targets",
  "orders.all",
  "orders.events",
  "orders.flags",
  "orders.mine",
  "shop.obstacles",
  "site.versions",
]);

/** What is asked, where something has to be said. */
const INPUTS: Partial<Record<SiteProcedure, (userId: string) => Record<string, unknown>>> = {
  "community.page": () => ({ key: "impressum" }),
  "administration.consents": (id) => ({ id }),
  "administration.member": (id) => ({ id }),
  "newsletters.ofPost": () => ({ newsId: 1 }),
  "newsletters.preview": () => ({ newsId: 1 }),
  "newsletters.recipients": () => ({}),
  "site.policyChanges": () => ({ kind: "privacy" }),
  "team.members": () => ({}),
  "team.rolesOf": (id) => ({ id }),
  "administration.today": () => ({ days: 30 }),
  "administration.find": () => ({ text: "Edda" }),
  "figures.read": () => ({ weeks: 12 }),
  "points.statement": (userId) => ({ userId }),
  "points.export": (userId) => ({ userId }),
  "bridge.keysOf": (id) => ({ id }),
  "bridge.player": () => PLAYER,
  "bridge.balance": () => PLAYER,
  "bridge.bans": () => ({}),
  "bridge.playerBan": () => PLAYER,
  "bridge.deliveries": () => ({ game: "rust" }),
  "shop.basket": () => ({ ident: "none" }),
  "site.section": () => ({ section: "home" }),
  "site.version": () => ({ id: 1 }),
  "news.post": () => ({ slug: "none" }),
  "news.source": () => ({ id: 1 }),
  "news.draft": () => ({ id: 1 }),
  "setup.link": () => ({ token: "unknown" }),
  "site.previewMail": () => ({ mail: "receipt" }),
  "site.previewVersion": () => ({ id: 0 }),
  "site.previewFont": () => ({ font: "oswald" }),
  "messages.list": () => ({ ticketId: 1 }),
  "attachments.ofTicket": () => ({ id: 1 }),
  "attachments.byId": () => ({ id: "0".repeat(32) }),
  "messages.mentionable": () => ({ ticketId: 1 }),
  "messages.seenBy": () => ({ ticketId: 1 }),
  "notes.list": () => ({ id: 1 }),
  "ticketMerges.candidates": () => ({ id: 1 }),
  "transcripts.read": () => ({ id: 1 }),
  "queue.list": () => ({ tab: "all" }),
  "queue.facts": () => ({ id: 1 }),
  "queue.labelUse": () => ({ id: 1 }),
  "queue.requesterTickets": () => ({ id: 1 }),
  "webhooks.deliveries": () => ({ webhookId: "none" }),
  "tickets.list": () => ({ status: "Open" }),
  "tickets.byId": () => ({ id: 1 }),
  "strikes.list": () => ({}),
  "strikes.mine": () => ({}),
  "strikes.byId": () => ({ id: 1 }),
  "strikes.ticketPictures": () => ({ ticketId: 1 }),
  "tickets.history": () => ({ id: 1 }),
  "servers.board": () => ({ game: "rust" }),
  "servers.status": () => ({ game: "minecraft" }),
  "servers.history": () => ({ game: "rust" }),
  "servers.past": () => ({ key: "nordkueste", range: "7d" }),
};

/** What this community does not have, or nobody here: a store, further accounts, Steam's key. */
const WITHOUT: Partial<Record<SiteProcedure, number>> = {
  "archives.open": 404,
  "attachments.byId": 404,
  "news.post": 404,
  "notes.list": 403,
  "newsletters.ofPost": 404,
  "newsletters.preview": 404,
  "news.source": 404,
  "news.draft": 404,
  "links.epic": 404,
  "links.minecraft": 404,
  "links.steamKey": 403,
  "shop.basket": 503,
  "shop.obstacles": 503,
  "shop.packages": 503,
  "shop.promoStatus": 503,
  "site.version": 404,
  "strikes.byId": 404,
  "queue.labelUse": 404,
};

/** What is refused with a sentence that names what there is. */
const REFUSED: readonly [SiteProcedure, Record<string, unknown>][] = [
  ["tickets.create", { ...TICKET, category: "none" }],
  ["tickets.create", { ...TICKET, game: "none" }],
  ["tickets.create", { ...TICKET, server: "none" }],
];

const DISCORD = { DISCORD_CLIENT_ID: "123456789012345678", DISCORD_CLIENT_SECRET: "secret" };

/** A site with the community of a file; with the example's where none is named. */
const siteOfFile = async (file?: string) => {
  afterThisTest(() => setLocale("en-US"));
  let previews: readonly unknown[] = [];
  const app = await testApp({
    env: { ...DISCORD, ...(file !== undefined && { COMMUNITY_FILE: file }) },
    render: async (work, signal, onPage) => {
      const done = await renderHere()(work, signal, onPage);
      ({ previews } = done);
      return done;
    },
  });
  await app.prepare();
  return { app, previews };
};

/** What of the example stands on its pages, and in what it says of itself to machines. */
const foreignOnPages = async ({ app, previews }: Awaited<ReturnType<typeof siteOfFile>>) => {
  expect(previews.length).toBeGreaterThan(10);
  const found = foreignIn("previews", JSON.stringify(previews));
  for (const address of [...prerenderedAddresses(app.deps.config.community), ...ADDRESSES]) {
    const answer = await app.request(address);
    expect([address, answer.status]).toEqual([address, address === NOWHERE ? 404 : 200]);
    found.push(...foreignIn(address, await answer.text()));
  }
  return found;
};

test("the words that are looked for are those of the example, and no common ones", () => {
  for (const word of ["Lynxden", "ZP", "Ark:SE", "eco", "Golden Lynx", "Vibranium", "Fjordur"])
    expect(FOREIGN).toContain(word);
  expect(FOREIGN).toContain("ase.lynxden.example");
  expect(FOREIGN.length).toBeGreaterThan(200);
  expect(foreignIn("here", "Minecraft und Rust, 12 ZPs")).toEqual([]);
  expect(foreignIn("here", "12 ZP in the den")).toEqual(["here: ZP", "here: 12 ZP in the den"]);
});

test("the example's own pages are full of them", async () => {
  const found = await foreignOnPages(await siteOfFile());
  const places = new Set(found.map((one) => one.split(": ")[0]));
  for (const place of ["previews", "/", "/login", "/api/docs", "/manifest.webmanifest", NOWHERE])
    expect(places).toContain(place);
  expect(found.some((one) => /^\/login: .*your den/.test(one))).toBe(true);
});

describe("a site of another community shows nothing of the example", () => {
  test("on its pages, in what links to them show, and in what it says of itself to machines", async () => {
    const site = await siteOfFile(FILE);
    expect(await foreignOnPages(site)).toEqual([]);
    const home = await (await site.app.request("/")).text();
    for (const text of ["Komm rein, der Ofen ist an", "Burgwache von Frostkeep", "3,50\u00a0€"])
      expect(home).toContain(text);
  });

  test.each(MAILS)("in a mail: %o", async (mail) => {
    afterThisTest(() => setLocale("en-US"));
    const { community } = await testConfig({ COMMUNITY_FILE: FILE });
    const { subject, text, html } = renderMail(mail, { publicUrl: PUBLIC_URL, community });
    expect(foreignIn(mail.template, [subject, text, html].join("\n"))).toEqual([]);
    expect(foreignLookIn(mail.template, html)).toEqual([]);
    expect(html).toContain(community.brand.accent);
    expect(html).toContain('<p lang="de" ');
    expect(text).toContain("Frostkeep");
  });

  test("its texts say in which language they are, and those of the program in theirs", async () => {
    const { app } = await siteOfFile(FILE);
    const page = async (address: string) => await (await app.request(address)).text();
    expect(await page("/")).toMatch(/<h1[^>]* lang="de"/);
    expect(await page("/")).toMatch(/<a[^>]* lang="de"[^>]*>Impressum/);
    expect(await page("/rules")).toMatch(/<section[^>]* lang="de"/);
    expect(await page("/impressum")).toMatch(/<div lang="de"[^>]*><div[^>]*>.*<h1/s);
    const policy = await page("/privacy-policy");
    expect(policy).toMatch(/<div lang="de"[^>]*>.*Wer wir sind.*<div lang="en"><p[^>]*>To read/s);
    const { app: example } = await siteOfFile();
    expect(await (await example.request("/")).text()).not.toMatch(/<h1[^>]* lang=/);
  });

  test("in what it answers members and Admins", async () => {
    const { app } = await siteOfFile(FILE);
    const named = { ...NAMED, lastName: "Winter" };
    const { reply } = await (await registrant(app, { email: "edda@frostkeep.example" })).register();
    const member = await signedIn(app, (reply as { id: string }).id);
    const admin = await signedIn(app, { ...named, role: "Admin" });
    const opened = await askTrpc(app, "tickets.create", TICKET, member.headers);
    expect(opened.status).toBe(200);
    await linkGame(app, member.userId, PLAYER.platform, PLAYER.playerId, "Edda");
    const name = "Winterburg";
    const made = await askTrpc(
      app,
      "bridge.makeKey",
      { name, scopes: BRIDGE_SCOPES, games: ["rust"] },
      admin.headers,
    );
    const { result } = (await made.json()) as { result: { data: MadeBridgeKey } };
    const plugin = { authorization: `Bearer ${result.data.key}` };
    const askers = new Map([
      ["bridge", plugin],
      ["admin", admin.headers],
      ["team", admin.headers],
    ]);
    const found: string[] = [];
    const ask = async (place: string, asking: Promise<Response>) => {
      const answer = await asking;
      const text = await answer.text();
      // What is to be done on the server is said by the program's own commands.
      found.push(...foreignIn(place, text.replaceAll(SOFTWARE, "")));
      return answer.status;
    };
    for (const name of PROCEDURES) {
      const { type, meta } = procedures[name]?._def ?? {};
      if (type !== "query") continue;
      const input = INPUTS[name]?.(member.userId) ?? (LISTS.has(name) ? {} : undefined);
      const asker = askers.get(meta?.kind ?? "public") ?? member.headers;
      const status = await ask(name, askTrpc(app, name, input, asker));
      expect([name, status]).toEqual([name, WITHOUT[name] ?? 200]);
      for (const row of REST_TABLE.filter(({ procedure }) => procedure === name))
        await ask(row.path, askRest(app, row, input, asker));
    }
    for (const [name, input] of REFUSED)
      expect([name, await ask(name, askTrpc(app, name, input, member.headers))]).toEqual([
        name,
        400,
      ]);
    expect(found).toEqual([]);
  });
});

/** What of the example's look a site serves. @param file of its community; the example's without it. */
const foreignLookOf = async (file?: string): Promise<string[]> => {
  const { app } = await siteOfFile(file);
  const places = [...prerenderedAddresses(app.deps.config.community), ...ADDRESSES];
  const answers = await Promise.all(
    places.map(async (place) => foreignLookIn(place, await (await app.request(place)).text())),
  );
  return answers.flat();
};

describe("a site of another community has nothing of the example's look", () => {
  test("on its pages, in its style and in what machines read", async () => {
    expect(await foreignLookOf(FILE)).toEqual([]);
    expect(await foreignLookOf()).toContain("/theme.css: #070b09");
  });
});

const rulesOf = async (file?: string) => {
  const { app } = await siteOfFile(file);
  return await (await app.request("/rules")).text();
};

test("an eye looks out of a page's head where the emblem is the lynx, and out of no other", async () => {
  const eye = /<ellipse [^>]*class="fill-accent-strong"/;
  expect(await rulesOf()).toMatch(eye);
  expect(await rulesOf(FILE)).not.toMatch(eye);
});

describe("no text of the program speaks of the example", () => {
  test("in what server and client are made of", async () => {
    const given = { linesIn: foreignLinesIn, without: "src/client/routeTree.gen.ts" };
    expect(await findInSources("src/{shared,server,client}/**/*.{ts,tsx}", given)).toEqual([]);
  });

  test.each([
    'const text = "Back to the den";',
    'const text = "Welcome to Lynxden";',
    "const text = `${points} ZP for every vote`;",
    "const page = <p>On Ark:SE alone</p>;",
    'const host = "shop.lynxden.example";',
    'const text = "Whatever you buy keeps the machines running.";',
    'const text = "Reopened. We will be with you shortly!";',
    'const text = "The team will confirm it or refund you.";',
    "const text = `Rates and settings of our ${game} servers`;",
    "const page = <p>How we treat each other</p>;",
    'const text = "Join our Discord";',
  ])("%p is found", (line) => {
    expect(foreignLinesIn("a.tsx", line)).toEqual([1]);
  });

  test.each([
    'const text = "We have sent you an email.";',
    'const kind = "Refund";',
    'import { a } from "./lynx-mark.tsx";',
    'const usage = "lynxden serve";',
  ])("%p is let through", (line) => {
    expect(foreignLinesIn("a.tsx", line)).toEqual([]);
  });
});
