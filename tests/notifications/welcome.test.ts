import { describe, expect, test } from "bun:test";
import { asc } from "drizzle-orm";
import { communitySchema } from "#server/config/community.ts";
import type { Config } from "#server/config/config.ts";
import { testApp } from "#tests/support/app.ts";
import { EXAMPLE, exampleFileWith, problemsOfSection } from "#tests/support/community.ts";
import { registrant } from "#tests/support/registration.ts";

type Welcome = Config["community"]["welcome"];

/** What a new member of a community finds, in the order in which it was written. */
const foundBy = async (welcome: Welcome) => {
  const app = await testApp({
    adjust: (config) => {
      const brand = { ...config.community.brand, name: "Frostkeep", currency: "Glut" };
      return { ...config, community: { ...config.community, brand, welcome } };
    },
  });
  const ada = await registrant(app);
  await ada.register();
  const { notifications } = app.deps.store.tables;
  const rows = await app.deps.store.read
    .select()
    .from(notifications)
    .orderBy(asc(notifications.id));
  return rows.map(({ subject, message, link }) => ({ subject, message, link }));
};

describe("[ACC-03] a new member finds what the community's file says", () => {
  test("the first of the file on top, with what stands in braces filled in", async () => {
    const welcome: Welcome = [
      {
        title: "Willkommen bei {name}",
        text: "Verdiene {currency}.",
        link: "https://wiki.test/a b",
      },
      { title: "Regeln", text: "Bitte lesen:\nes sind wenige.", link: "/rules?tab=Alle" },
      { title: "Noch etwas", text: "Viel Vergnügen." },
    ];
    expect(await foundBy(welcome)).toEqual([
      { subject: "Noch etwas", message: "Viel Vergnügen.", link: null },
      { subject: "Regeln", message: "Bitte lesen:\nes sind wenige.", link: "/rules?tab=Alle" },
      {
        subject: "Willkommen bei Frostkeep",
        message: "Verdiene Glut.",
        link: "https://wiki.test/a%20b",
      },
    ]);
  });

  test("nothing where it says nothing", async () => {
    expect(await foundBy([])).toEqual([]);
  });
});

const read = (file: string) => communitySchema.safeParse(Bun.TOML.parse(file)).data?.welcome;
const ONE = '[[welcome]]\ntitle = "a"\ntext = "b"';
const withLink = (address: string) => `${ONE}\nlink = ${JSON.stringify(address)}`;
const BAD_LINK = "welcome[0].link: must be a path of this site or an https address";

describe("the section [[welcome]] of the community's file", () => {
  test("may be left out; a file of the first format has the example's", () => {
    const without = exampleFileWith("welcome", "");
    expect(read(without)).toEqual([]);
    expect(EXAMPLE.welcome).toHaveLength(2);
    expect(read(without.replace(/^format = .*\n/m, ""))).toEqual(EXAMPLE.welcome);
  });

  test.each([
    ['[[welcome]]\ntext = "b"', "welcome[0].title: "],
    ['[[welcome]]\ntitle = "a"', "welcome[0].text: "],
    ['[[welcome]]\ntitle = " "\ntext = "b"', "welcome[0].title: must not be empty"],
    ['[[welcome]]\ntitle = "a"\ntext = " "', "welcome[0].text: must not be empty"],
    [`[[welcome]]\ntitle = "${"x".repeat(101)}"\ntext = "b"`, "welcome[0].title: "],
    [`[[welcome]]\ntitle = "a"\ntext = "${"x".repeat(2001)}"`, "welcome[0].text: "],
    [
      `[[welcome]]\ntitle = "${"x".repeat(85)} {name} {name}"\ntext = "b"`,
      "welcome[0].title: has more than 100 characters with what stands in braces",
    ],
    [
      `[[welcome]]\ntitle = "a"\ntext = "${"{name}".repeat(300)}"`,
      "welcome[0].text: has more than 2000 characters with what stands in braces",
    ],
    [
      '[[welcome]]\ntitle = "a"\ntext = "Hi {username}"',
      "welcome[0].text: may have {name}, {currency} in braces, and nothing else",
    ],
    [`${ONE}\nicon = "x"`, 'welcome[0]: does not know "icon"'],
    [`${ONE}\n`.repeat(6), "welcome: "],
    [withLink("javascript:alert(1)"), BAD_LINK],
    [withLink("//elsewhere.example"), BAD_LINK],
    [withLink("http://wiki.example"), BAD_LINK],
    [withLink("/api/health"), BAD_LINK],
    [withLink(`/${"x".repeat(500)}`), "welcome[0].link: "],
    [`${ONE}\nlink = 5`, "welcome[0].link: "],
  ])("what is wrong with it is named: %s", async (lines, named) => {
    const [problem, ...others] = await problemsOfSection("welcome", lines);
    expect(problem).toStartWith(`community.toml: ${named}`);
    expect(others).toEqual([]);
  });
});
