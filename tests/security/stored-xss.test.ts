import { describe, expect, test } from "bun:test";
import { brotliDecompressSync } from "node:zlib";
import { packPage } from "#server/http/pack-page.ts";
import { callbackPage } from "#server/http/window-page.ts";
import { siteOf } from "#server/modules/community/index.ts";
import { renderMail, type Templated } from "#server/modules/mail/templates.ts";
import { toReading } from "#server/providers/game-query/endpoint.ts";
import { createShopfront } from "#server/providers/shop/tebex.ts";
import { onlyPlainTags } from "#shared/rules/package-html.ts";
import { addUser } from "#tests/support/accounts.ts";
import { testConfig } from "#tests/support/app.ts";
import { sender } from "#tests/support/mail.ts";
import { appWithPeople, TICKET } from "#tests/support/people.ts";
import { addLink } from "#tests/support/platform-links.ts";
import { addTicket } from "#tests/support/tickets.ts";

/** Texts that run where somebody puts them into a page as they are. */
const PAYLOADS = [
  `<script>alert(1)</script>`,
  `</script><script>alert(1)</script>`,
  `<!--<script>`,
  `"><img src=x onerror=alert(1)>`,
  `' onmouseover='alert(1)`,
  `<svg onload=alert(1)>`,
  `javascript:alert(1)`,
  `\${alert(1)}{{7*7}}`,
  `$&$'$\``,
] as const;
const EVIL = PAYLOADS.join(" ").slice(0, 90);
const LONG = PAYLOADS.join("\n");

const { cleanHtml } = createShopfront();

/** Elements, attributes and comments of a document, without the text between them. */
const markupOf = (html: string): string => (html.match(/<(?:[a-z!/][^>]*)>/gi) ?? []).join("\n");

const DATES = "2026-03-01T02:00:00.000Z";
const MAILS: readonly Templated[] = [
  { template: "verify", data: { code: EVIL } },
  { template: "reset", data: { firstName: EVIL, token: EVIL } },
  { template: "goodbye", data: { firstName: EVIL, closedAt: DATES } },
  { template: "password-changed", data: { firstName: EVIL, changedAt: DATES } },
  {
    template: "receipt",
    data: {
      firstName: EVIL,
      orderId: 1,
      paidAt: DATES,
      items: [{ name: LONG.slice(0, 190), quantity: 1 }],
      totalCents: 1,
      currency: "USD",
      points: 1,
    },
  },
];

describe("what people and providers store", () => {
  test("cannot become markup in a mail", () => {
    for (const mail of MAILS) {
      const { html, subject } = renderMail(mail, sender);
      const harmless = renderMail(
        JSON.parse(
          JSON.stringify(mail).replaceAll(JSON.stringify(EVIL).slice(1, -1), "Ada"),
        ) as Templated,
        sender,
      ).html;
      expect(markupOf(html).match(/<\w+/g)).toEqual(markupOf(harmless).match(/<\w+/g));
      expect(markupOf(html)).not.toMatch(/onerror|onload|onmouseover|<script|<img|<svg|<!--/i);
      expect(html).not.toContain("<script");
      expect(subject).not.toContain("<");
    }
  });

  test("cannot close the script in which a sign-in window has its message", async () => {
    for (const text of PAYLOADS) {
      const response = callbackPage(
        "discord",
        {
          type: "DISCORD_AUTH_SUCCESS",
          discordId: text,
          discordName: text,
          discordImgUrl: text,
        },
        text,
        { status: 200, cookies: [] },
      );
      const html = await response.text();
      expect(html.match(/<script/g)).toHaveLength(2);
      expect(html.match(/<\/script>/g)).toHaveLength(2);
      expect(html).not.toMatch(/<img|<svg[^>]*onload|<!--/);
      const [, json = ""] = /id="message">(.*?)<\/script>/s.exec(html) ?? [];
      expect(JSON.parse(json)).toMatchObject({ discordName: text, discordImgUrl: text });
    }
  });

  test("cannot close the script in which every page has the site's own words", async () => {
    const site = siteOf(await testConfig(), "build-1");
    for (const text of PAYLOADS) {
      const { br } = await packPage("<head><!--fonts--><!--head--></head><!--app--><!--site-->", {
        head: "",
        body: "",
        site: { ...site, brand: { ...site.brand, name: text, tagline: text } },
      });
      const html = brotliDecompressSync(br).toString();
      expect(html.match(/<\/script>/g)).toHaveLength(1);
      expect(html.match(/<script/g)).toHaveLength(1);
      const [, json = ""] = /id="site">(.*?)<\/script>/s.exec(html) ?? [];
      expect(JSON.parse(json)).toMatchObject({ brand: { name: text, tagline: text } });
    }
  });

  test("is sent as data that no browser takes for a page, wherever it is listed", async () => {
    const { app, store, clock, member, admin } = await appWithPeople();
    const evil = await addUser(store, clock, { firstName: EVIL, lastName: EVIL });
    for (const platform of ["discord", "steam", "minecraft", "epic"] as const)
      await addLink(app.deps, evil, platform, { name: EVIL, imageUrl: "javascript:alert(1)" });
    const ticketId = await addTicket(app.deps, { people: [member.id, evil], subject: EVIL });
    await addLink(app.deps, member.id, "discord", { name: EVIL });
    const sent = [
      member.ask("POST", "/api/message", {
        messageGroupId: ticketId,
        content: LONG,
        idempotencyKey: crypto.randomUUID(),
      }),
      admin.ask("POST", "/api/Notification", {
        subject: EVIL,
        message: LONG,
        isGlobal: true,
        targetUserIds: [],
      }),
      member.ask("POST", "/api/tickets", { ...TICKET, subject: EVIL, description: LONG }),
    ];
    for (const response of await Promise.all(sent)) expect(response.ok).toBe(true);
    const paths = [
      "/api/auth/all-user-data",
      "/api/userprofile/all",
      `/api/tickets/${ticketId}`,
      `/api/message/ticket/${ticketId}`,
      "/api/Notification",
    ];
    for (const path of paths) {
      const response = await admin.ask("GET", path);
      const body = await response.text();
      // What was stored is there, as it was written.
      expect([path, response.status, body.includes("alert(1)")]).toEqual([path, 200, true]);
      expect([path, response.headers.get("content-type") ?? ""]).toEqual([
        path,
        expect.stringMatching(/^(application\/json|text\/plain)/),
      ]);
      expect(response.headers.get("x-content-type-options")).toBe("nosniff");
      expect(response.headers.get("content-security-policy")).toStartWith("default-src 'none'");
    }
  });

  test("cannot be more than one line of text where a game server tells its name and version", () => {
    for (const text of [...PAYLOADS, "a\u0000b\u202ec\r\nd\u2028e"]) {
      const reading = toReading({ serverName: text, version: text, players: 1, maxPlayers: 2 });
      expect(JSON.stringify(reading)).not.toMatch(/\\u0000|\\r|\\n|\u202e|\u2028/);
    }
  });
});

const HARMLESS =
  /^<(?:\/?(?:p|span)|br \/|\/a|a href="https:\/\/a(?:\.example)?\/" rel="noopener nofollow ugc" target="_blank")>$/;

describe("what the shop says of a package", () => {
  const ELEMENTS = ["a", "p", "img", "form", "input", "object", "embed", "iframe", "svg", "math"];
  const NAMES = [
    "id",
    "name",
    "class",
    "style",
    "onclick",
    "onerror",
    "slot",
    "is",
    "part",
    "title",
  ];
  const TARGETS = [
    "cookie",
    "body",
    "app",
    "getElementById",
    "trustedTypes",
    "__proto__",
    "opener",
  ];

  test("cannot name an element, and so take the place of anything on the page", async () => {
    for (const element of ELEMENTS)
      for (const attribute of NAMES)
        for (const target of TARGETS) {
          const raw = `<${element} ${attribute}="${target}" href="https://a.example/" src=x>x</${element}>`;
          const cleaned = await cleanHtml(raw);
          for (const html of [cleaned, onlyPlainTags(raw), onlyPlainTags(cleaned)])
            for (const tag of html.match(/<[^>]*>?/g) ?? []) expect(tag).toMatch(HARMLESS);
        }
  });

  test("cannot run, whether or not the server has cleaned it", async () => {
    const MORE = [
      ...PAYLOADS,
      `<a href="https://a.example/" rel="noopener nofollow ugc" target="_blank" onclick="alert(1)">`,
      `<a href="https://a.example/"onclick="alert(1)" rel="noopener nofollow ugc" target="_blank">`,
      `<a href="https://a" onclick=alert(1) x="" rel="noopener nofollow ugc" target="_blank">`,
      `<p\tonclick=alert(1)>`,
      `<p/onclick=alert(1)>`,
      `<P ID=x>`,
      `<br /id=x>`,
      `<p<img src=x onerror=alert(1)>`,
      `<<p>img src=x onerror=alert(1)>`,
      `<p`,
      `</p id=x>`,
    ];
    for (const raw of MORE)
      for (const html of [onlyPlainTags(raw), onlyPlainTags(await cleanHtml(raw))])
        for (const tag of html.match(/<[^>]*>?/g) ?? []) expect(tag).toMatch(HARMLESS);
  });

  test("stays as it is where it was clean", async () => {
    const clean = await cleanHtml(
      `<h2>What you get</h2><p><strong>500 ZP</strong> &amp; <em>more</em><br>1 &lt; 2 &gt; 0</p><ul><li><a href="https://a.example/?b=1&amp;c='2'">x</a></li></ul><hr>`,
    );
    expect(clean).toContain("https://a.example/");
    expect(onlyPlainTags(clean)).toBe(clean);
  });
});
