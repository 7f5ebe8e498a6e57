import { describe, expect, test } from "bun:test";
import { renderMail, type Templated } from "#server/modules/mail/templates.ts";
import { BRAND_EMBLEMS } from "#shared/constants/brand.ts";
import { SECURITY_EVENTS } from "#shared/constants/mail.ts";
import type { CommunityBrand } from "#shared/schemas/community/brand.ts";
import { sender } from "#tests/support/mail.ts";

const ada = "Ada";
const AT = "2026-03-01T02:00:00.000Z";
const CODE = "c+1";
const PLACE = { by: "owner", browser: "Firefox on Windows", network: "203.0.113.0/24" } as const;

const MAILS: readonly (readonly [Templated, string])[] = [
  [{ template: "verify", data: { code: "c+/=1" } }, "/verify-email?code=c%2B%2F%3D1"],
  [{ template: "reset", data: { firstName: ada, token: "t&1" } }, "/reset-password?token=t%261"],
  [
    { template: "goodbye", data: { firstName: ada, closedAt: "2026-03-01T02:00:00.000Z" } },
    "/forgot-password",
  ],
  [
    { template: "password-changed", data: { firstName: ada, changedAt: "2026-03-01T02:00:00Z" } },
    "/forgot-password",
  ],
  [
    {
      template: "receipt",
      data: {
        firstName: ada,
        orderId: 12,
        paidAt: "2026-03-01T02:00:00.000Z",
        items: [
          { name: "500 Points", quantity: 3 },
          { name: "Golden Lynx", quantity: 1 },
        ],
        totalCents: 1996,
        currency: "USD",
        points: 2150,
      },
    },
    "/member/purchases?order=12",
  ],
  [
    {
      template: "merged",
      data: {
        firstName: ada,
        mergedAt: "2026-03-01T02:00:00.000Z",
        kept: "a@example.test",
        gone: "b@example.test",
      },
    },
    "/member",
  ],
  [{ template: "confirm-address", data: { code: CODE } }, "/confirm-address?code=c%2B1"],
  [{ template: "address-taken", data: {} }, "/login"],
  [
    {
      template: "address-changed",
      data: { firstName: ada, at: AT, until: "2026-03-08T02:00:00.000Z", place: PLACE, code: CODE },
    },
    "/revert-address?code=c%2B1",
  ],
  [{ template: "address-reverted", data: { firstName: ada, at: AT } }, ""],
  [
    { template: "guessed", data: { firstName: ada, at: AT, place: PLACE, code: CODE } },
    "/end-sessions?code=c%2B1",
  ],
  ...SECURITY_EVENTS.map((event): readonly [Templated, string] => [
    {
      template: "security",
      data: { firstName: ada, event, detail: null, at: AT, place: PLACE, code: CODE },
    },
    "/end-sessions?code=c%2B1",
  ]),
  [
    { template: "archive", data: { firstName: ada, expiresAt: "2026-03-01T02:00:00.000Z" } },
    "/member/accountsettings?tab=Privacy",
  ],
];

const mailOf = (template: Templated["template"]): Templated => {
  const found = MAILS.find(([mail]) => mail.template === template);
  if (found === undefined) throw new Error(`There is no sample of ${template}.`);
  return found[0];
};

const readable = (html: string) =>
  html
    .replace(/^[\s\S]*<\/head>/, "")
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll("&#x27;", "'")
    .replaceAll("&amp;", "&")
    .replaceAll(/\s+/g, " ")
    .replaceAll(" .", ".");

test.each(MAILS)(
  "text and HTML of a mail say the same and lead to the same place: %o",
  (mail, path) => {
    const { subject, text, html } = renderMail(mail, sender);
    const link = `${sender.publicUrl}${path}`;
    expect(subject).toContain("Lynxden");
    expect(text).toContain(`${link}\n`);
    expect(html).toContain(`href="${Bun.escapeHTML(link)}"`);
    const words = readable(html);
    for (const block of text.split("\n\n").slice(0, -1))
      expect(words).toContain(block.replace(/:\n.*/, ""));
    for (const line of (text.split("-- \n")[1] ?? "").split("\n").filter(Boolean))
      expect(`${words} ${html}`).toContain(line);
  },
);

test.each(MAILS)("a mail is made of tables and inline styles, and loads nothing: %o", (mail) => {
  const { html } = renderMail(mail, sender);
  expect(html).not.toMatch(/<(img|link|script|style|div class)|url\(|var\(/);
  expect(html).toContain('role="presentation"');
  expect(html).toContain("#f5b83d");
});

/** The head of a mail of a community that has this for a logo. */
const headOf = (logo: CommunityBrand["logo"], name = "Frostkeep") => {
  const { community } = sender;
  const own = { ...community, brand: { ...community.brand, name, logo } };
  const from = { publicUrl: "https://frostkeep.example", community: own };
  const { html } = renderMail(mailOf("verify"), from);
  return /<a href="https:\/\/frostkeep\.example"[^>]*>(.*?)<\/a>/.exec(html)?.[1];
};

describe("before the name of the community stands", () => {
  test("its own picture, at an address of its site, with a text and a size", () => {
    const picture = `/media/${"a".repeat(32)}-1024x512.webp`;
    expect(headOf({ picture }, "Frost & Keep")).toBe(
      `<img src="https://frostkeep.example/media/${"a".repeat(32)}-1024x512.small.webp" alt="Logo of Frost &amp; Keep" width="80" height="40" style="border:0;vertical-align:middle;">&nbsp;Frost &amp; Keep`,
    );
  });

  test.each([
    ["-1000x100.webp", 'width="160" height="16"'],
    ["-10x1000.webp", 'width="1" height="40"'],
    [".png", 'height="40"'],
  ])("a picture of any shape, no larger than its place: %p", (end, size) => {
    const picture = `/media/${"a".repeat(32)}${end}`;
    expect(headOf({ picture })).toContain(`alt="Logo of Frostkeep" ${size} style`);
  });

  test.each(BRAND_EMBLEMS.filter((emblem) => emblem !== "lynx"))(
    "nothing where its emblem is %p, which no mail client would draw",
    (emblem) => {
      expect(headOf({ emblem })).toBe("Frostkeep");
    },
  );

  test("the sign of the lynx where that is its emblem", () => {
    expect(headOf({ emblem: "lynx" })).toMatch(/^<span style="color:#f5b83d;">&#11042;<\/span>/);
  });
});

test("what people typed is text in a mail, never markup", () => {
  const firstName = `<img src=x onerror="alert('1')">&`;
  for (const [mail] of MAILS.filter(([{ data }]) => "firstName" in data)) {
    const { html, text } = renderMail(
      { ...mail, data: { ...mail.data, firstName } } as Templated,
      sender,
    );
    expect(html).not.toContain("<img");
    expect(html).toContain("&lt;img src=x onerror=&quot;alert(&#x27;1&#x27;)&quot;&gt;&amp;");
    expect(text).toContain(firstName);
  }
});

test("[MAIL-03] the links of verification and reset say that they live one hour", () => {
  for (const [mail] of MAILS.slice(0, 2))
    expect(renderMail(mail, sender).text).toContain("works once, for one hour");
});

test("[ACC-17] goodbye tells of the 30 days and of their last day where the community lives", () => {
  const { text } = renderMail(mailOf("goodbye"), sender);
  expect(text).toContain("you have 30 days");
  expect(text).toContain("by March 30, 2026");
  expect(text).toContain("erase your personal data");
});

test("the mail about a changed password says when it was, where the community lives", () => {
  expect(renderMail(mailOf("password-changed"), sender).text).toContain(
    "February 28, 2026 at 8:00 PM CST",
  );
});

test("a receipt says what was paid for, when, how much, and what it brought", () => {
  const { subject, text } = renderMail(mailOf("receipt"), sender);
  expect(subject).toContain("#12");
  for (const words of [
    "February 28, 2026 at 8:00 PM CST",
    "3 × 500 Points",
    "1 × Golden Lynx",
    "Total: $19.96. It brought 2,150 ZP to your account.",
  ])
    expect(text).toContain(words);
});

test("[SAFE-05] a mail about an account says what, when and from where, and then leads to its link", () => {
  const link = /^[\w ]+:\n\S+$/;
  const { place, code } = { place: PLACE, code: CODE };
  const changed = {
    template: "password-changed",
    data: { firstName: ada, changedAt: AT, place, code },
  };
  for (const mail of [...MAILS.map(([one]) => one), changed as Templated]) {
    if (!("place" in mail.data)) continue;
    const paragraphs = renderMail(mail, sender).text.split("\n\n");
    const before = paragraphs.slice(
      0,
      paragraphs.findIndex((one) => link.test(one)),
    );
    expect(before.join(" ")).toContain("February 28, 2026 at 8:00 PM CST");
    expect(before.join(" ")).toContain("with Firefox on Windows, from the network 203.0.113.0/24.");
    // What ends with a colon stands above the link alone.
    expect(before.slice(0, -1).filter((one) => one.endsWith(":"))).toEqual([]);
  }
});

test("a mail bears the community's own name and address", () => {
  const community = {
    ...sender.community,
    brand: { ...sender.community.brand, name: "Fox & Co", contactEmail: "fox@fox.example" },
  };
  const { subject, text, html } = renderMail(mailOf("verify"), { ...sender, community });
  expect(subject).toContain("Fox & Co");
  expect(text).toContain("fox@fox.example");
  expect(html).toContain("Fox &amp; Co");
  expect(subject + text + html).not.toContain("Lynxden");
});
