import { describe, expect, test } from "bun:test";
import { communitySchema } from "#server/config/community.ts";
import { renderMail, type Templated } from "#server/modules/mail/templates.ts";
import type { CommunityMails } from "#shared/schemas/community/brand.ts";
import { EXAMPLE, exampleFileWith, problemsOfSection } from "#tests/support/community.ts";
import { sender } from "#tests/support/mail.ts";

const ada = "Ada";
const at = "2026-03-01T02:00:00Z";
const MOMENT = "February 28, 2026 at 8:00 PM CST";
const SAMPLES: Readonly<Record<keyof CommunityMails, Templated>> = {
  verify: { template: "verify", data: { code: "c1" } },
  reset: { template: "reset", data: { firstName: ada, token: "t1" } },
  browser: { template: "browser", data: { firstName: ada, code: "c2" } },
  guessed: { template: "guessed", data: { firstName: ada, at } },
  goodbye: { template: "goodbye", data: { firstName: ada, closedAt: at } },
  passwordChanged: { template: "password-changed", data: { firstName: ada, changedAt: at } },
  security: {
    template: "security",
    data: {
      firstName: ada,
      event: "passkeyAdded",
      detail: "Key",
      at,
      place: { by: "owner", browser: "Firefox on Linux", network: "203.0.113.0/24" },
      code: "c3",
    },
  },
  receipt: {
    template: "receipt",
    data: {
      firstName: ada,
      orderId: 12,
      paidAt: at,
      items: [{ name: "Kiste", quantity: 2 }],
      totalCents: 500,
      currency: "USD",
      points: 30,
    },
  },
};

const read = (lines: string) =>
  communitySchema.safeParse(Bun.TOML.parse(exampleFileWith("mails", lines))).data?.mails;

const write = (mail: Templated, mails: Partial<CommunityMails>) => {
  const brand = { ...EXAMPLE.brand, name: "Frostkeep", currency: "Glut" };
  const community = { ...sender.community, brand, mails: { ...EXAMPLE.mails, ...mails } };
  return renderMail(mail, { ...sender, community });
};

/** What a mail says above its button, paragraph by paragraph. */
const introIn = (text: string) =>
  text
    .split("\n\n")
    .slice(1)
    .filter((_, index, rest) => index < rest.findIndex((block) => block.includes(":\nhttp")));

describe("the words of a mail are what the community's file says", () => {
  test.each([
    ["verify", "{name}", "Frostkeep"],
    ["reset", "Hallo {username}", "Hallo Ada"],
    ["browser", "{username}: {currency}", "Ada: Glut"],
    ["guessed", "Bis {time}", `Bis ${MOMENT}`],
    ["goodbye", "{days} Tage, bis {until}", "30 Tage, bis March 30, 2026"],
    ["passwordChanged", "Am {time}", `Am ${MOMENT}`],
    ["receipt", "{order} am {time}", `#12 am ${MOMENT}`],
  ] as const)("subject and introduction of %s", (name, written, shown) => {
    const intro = `\n${written}\n\nein Absatz,\nzwei Zeilen.\n`;
    const { subject, text, html } = write(SAMPLES[name], { [name]: { subject: written, intro } });
    expect(subject).toBe(shown);
    expect(introIn(text).slice(0, 2)).toEqual([shown, "ein Absatz, zwei Zeilen."]);
    expect(html).toContain(`${shown}</p>`);
    expect(html).toContain("ein Absatz, zwei Zeilen.</p>");
    expect(subject + text + html).not.toContain("Lynxden");
  });

  test("what was bought stands below the introduction of a receipt, whatever it says", () => {
    const receipt = { subject: "Beleg", intro: "{order}: {time}" };
    expect(introIn(write(SAMPLES.receipt, { receipt }).text).slice(1)).toEqual([
      "2 × Kiste",
      "Total: $5.00. It brought 30 Glut to your account.",
    ]);
  });

  test("who may not be named is greeted without a name", () => {
    const mail: Templated = { template: "reset", data: { firstName: null, token: "t1" } };
    const reset = { subject: "{username}", intro: "Hallo {username}!\n\nNeues Kennwort?" };
    expect(introIn(write(mail, { reset }).text)).toEqual(["Hallo!", "Neues Kennwort?"]);
    expect(introIn(renderMail(mail, sender).text)[0]).toBe("Hi,");
  });

  test("what stands in braces in a name stays there, and markup is text", () => {
    const mail: Templated = { template: "reset", data: { firstName: "{name}", token: "t1" } };
    const reset = { subject: "x", intro: "<b>{username}</b>" };
    const { text, html } = write(mail, { reset });
    expect(text).toContain("<b>{name}</b>");
    expect(html).toContain("&lt;b&gt;{name}&lt;/b&gt;");
  });
});

const placeholders = (names: string) => `may have ${names} in braces, and nothing else`;

describe("the section [mails] of the community's file", () => {
  test("may be left out, in part too: the example speaks for every community", () => {
    expect(read("")).toEqual(EXAMPLE.mails);
    expect(read('[mails.reset]\nsubject = "Neues Kennwort"')).toEqual({
      ...EXAMPLE.mails,
      reset: { subject: "Neues Kennwort", intro: EXAMPLE.mails.reset.intro },
    });
    const first = exampleFileWith("mails", "").replace(/^format = .*\n/m, "");
    expect(communitySchema.safeParse(Bun.TOML.parse(first)).data?.mails).toEqual(EXAMPLE.mails);
  });

  test("the example's mails name no community", () => {
    expect(Object.keys(EXAMPLE.mails)).toEqual(Object.keys(SAMPLES));
    expect(JSON.stringify(EXAMPLE.mails)).not.toMatch(/lynx|zp|\bden\b/i);
  });

  test.each([
    ["[[mails]]\nverify = 5", "mails: "],
    ['[mails.news]\nsubject = "x"', 'mails: does not know "news"'],
    ["[mails]\nverify = 5", "mails.verify: "],
    ['[mails.verify]\nlink = "x"', 'mails.verify: does not know "link"'],
    ['[mails.verify]\nsubject = " "', "mails.verify.subject: must not be empty"],
    ['[mails.verify]\nsubject = "a\\nb"', "mails.verify.subject: must be one line"],
    [`[mails.verify]\nsubject = "${"x".repeat(121)}"`, "mails.verify.subject: "],
    ['[mails.verify]\nintro = "\\n"', "mails.verify.intro: must not be empty"],
    [`[mails.verify]\nintro = "${"x".repeat(2001)}"`, "mails.verify.intro: "],
    ['[mails.verify]\nintro = "x\\u202e"', "mails.verify.intro: "],
    [
      '[mails.verify]\nintro = "Hi {username}"',
      `mails.verify.intro: ${placeholders("{name}, {currency}")}`,
    ],
    [
      '[mails.reset]\nsubject = "{link}"',
      `mails.reset.subject: ${placeholders("{name}, {currency}, {username}")}`,
    ],
    ['[mails.guessed]\nintro = "x"', "mails.guessed.intro: must have {time}"],
    ['[mails.goodbye]\nintro = "{days}"', "mails.goodbye.intro: must have {until}"],
    ['[mails.password_changed]\nintro = "x"', "mails.password_changed.intro: must have {time}"],
    ['[mails.receipt]\nintro = "{order}"', "mails.receipt.intro: must have {order} and {time}"],
  ])("what is wrong with it is named: %s", async (lines, named) => {
    const [problem, ...others] = await problemsOfSection("mails", lines);
    expect(problem).toStartWith(`community.toml: ${named}`);
    expect(others).toEqual([]);
  });
});
