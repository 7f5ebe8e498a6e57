import { describe, expect, test } from "bun:test";
import exampleCommunity from "#community.toml" with { type: "text" };
import { communitySchema } from "#server/config/community.ts";
import { communityRouter } from "#server/modules/community/router.ts";
import { problemsOfSection } from "#tests/support/community.ts";
import { EXAMPLE } from "#tests/support/example.ts";

const { rules: _rules, ...withoutRules } = Bun.TOML.parse(exampleCommunity) as {
  rules: unknown;
};

const TAB = { key: "Den", name: "Den", text: "## Fair play\n\n1. Be kind." };
const LADDER = { title: "Steps", steps: [{ offense: "1st", sanction: "Warning", text: "Words." }] };

/** What the example's community makes of these rules. */
const read = (rules: object) => communitySchema.safeParse({ ...withoutRules, rules });
const bookOf = (text: string) => {
  const { data, error } = read({ tabs: [{ ...TAB, text }] });
  if (error !== undefined) throw error;
  return data.rules[0];
};
/** Where something is wrong, and what. */
const problemsOf = (rules: object) =>
  (read(rules).error?.issues ?? []).map(({ path, message }) => `${path.join(".")}: ${message}`);
const problemOf = (text: string) => {
  const [problem = "", ...others] = problemsOf({ tabs: [{ ...TAB, text }] });
  expect(others).toEqual([]);
  return problem;
};

describe("the rules of a document", () => {
  test("sections and rules have their numbers and anchors from their order", () => {
    const book = bookOf(
      "## A\n\n1. one\n2. two\n\n## Places {#places}\n\n- here\n\n## B\n\n7. three\n",
    );
    expect(book?.sections.map(({ id, number, title }) => [id, number, title])).toEqual([
      ["den-1", "1", "A"],
      ["den-places", null, "Places"],
      ["den-2", "2", "B"],
    ]);
    expect(
      book?.sections.flatMap(({ rules }) => rules.map(({ id, number }) => [id, number])),
    ).toEqual([
      ["den-1-1", "1.1"],
      ["den-1-2", "1.2"],
      ["den-2-1", "2.1"],
    ]);
  });

  test("a rule has points and notes, in the order in which they were written", () => {
    const book = bookOf("## A\n\n1. one\n   - x\n   - y\n\n   A *word* more.\n2. two\nlines");
    expect(book?.sections[0]?.rules.map(({ text, more }) => ({ text, more }))).toEqual([
      {
        text: ["one"],
        more: [
          { points: [["x"], ["y"]] },
          { note: ["A ", { text: "word", looks: ["em"], to: null }, " more."] },
        ],
      },
      { text: ["two lines"], more: [] },
    ]);
  });

  test("lists stand in groups, below a line over the whole width; an anchor comes of the title", () => {
    const book = bookOf(
      "## No-go *areas*\n\nKeep out.\n\n### Map\n- a\n\n---\n\n### All\n- b\n- c",
    );
    expect(book?.sections).toEqual([
      {
        id: "den-no-go-areas",
        number: null,
        title: "No-go areas",
        intro: [["Keep out."]],
        rules: [],
        groups: [
          { title: "Map", isWide: false, items: [["a"]] },
          { title: "All", isWide: true, items: [["b"], ["c"]] },
        ],
      },
    ]);
  });

  test("a picture of the site's own stands where it was written, with its size", () => {
    const src = `/media/${"a".repeat(32)}-640x360.webp`;
    const picture = { src, width: 640, height: 360 };
    const book = bookOf(
      `## A\n\n![Map](${src})\n\n1. one ![*Base* <](${src}) two\n   - [![](${src})](/shop)`,
    );
    const { intro, rules } = book?.sections[0] ?? {};
    expect(intro).toEqual([[{ text: "Map", looks: [], to: null, picture }]]);
    expect(rules?.[0]).toMatchObject({
      text: ["one ", { text: "Base <", looks: [], to: null, picture }, " two"],
      more: [{ points: [[{ text: "", looks: [], to: "/shop", picture }]] }],
    });
  });

  test("links lead to anchors of the tab, to pages of this site and to https addresses", () => {
    const book = bookOf(
      "## A\n\n1. [a](#1-2) [b](#1) [c](/shop?x=1#y) [d](https://example.com) <https://example.org/>\n2. b",
    );
    const runs = book?.sections[0]?.rules[0]?.text ?? [];
    expect(runs.flatMap((run) => (typeof run === "string" ? [] : [run.to]))).toEqual([
      "#den-1-2",
      "#den-1",
      "/shop?x=1#y",
      "https://example.com/",
      "https://example.org/",
    ]);
  });

  test("what looks like markup in code stays text", () => {
    expect(bookOf("## A\n\n1. Write `<b>` & **stop**, 1 < 2")?.sections[0]?.rules[0]?.text).toEqual(
      [
        "Write ",
        { text: "<b>", looks: ["code"], to: null },
        " & ",
        { text: "stop", looks: ["strong"], to: null },
        ", 1 < 2",
      ],
    );
  });

  test("the ladder stands on the first tab, its steps numbered", () => {
    const { data } = read({ tabs: [TAB, { ...TAB, key: "Other" }], ladder: LADDER });
    expect(data?.rules.map(({ ladder }) => ladder)).toEqual([
      { id: "den-ladder", title: "Steps", intro: null, steps: [{ ...LADDER.steps[0], number: 1 }] },
      null,
    ] as never);
  });

  test("there need not be any", () => {
    expect(read({}).data?.rules).toEqual([]);
    expect(communitySchema.parse(withoutRules).rules).toEqual([]);
  });

  test("a file of the first format has those of the example", () => {
    const { format: _format, ...first } = withoutRules as Record<string, unknown>;
    expect(communitySchema.parse(first).rules).toEqual(EXAMPLE.rules);
    expect(communitySchema.parse({ ...first, rules: { tabs: [TAB] } }).rules).toHaveLength(1);
  });

  test("those of the example are what the browser is told they are", () => {
    const output = communityRouter.rules._def as unknown as {
      output: { parse: (value: unknown) => unknown };
    };
    expect(output.output.parse(EXAMPLE.rules)).toEqual(EXAMPLE.rules);
  });
});

describe("refused, by name, are", () => {
  test.each([
    ["HTML", "1. <b>x</b>", "must not contain HTML"],
    ["a script", "<script>alert(1)</script>", "must not contain HTML"],
    ["HTML in a point", "1. a\n   - <img src=x onerror=alert(1)>", "must not contain HTML"],
    ["a comment", "1. a <!-- b -->", "must not contain HTML"],
    ["a link with a script", "1. [x](javascript:alert(1))", "must not lead to"],
    ["one in other letters", "1. [x](JaVa&#115;cript:alert(1))", "must not lead to"],
    ["data", "1. [x](data:text/html,x)", "must not lead to"],
    ["a plain address", "1. [x](http://example.com)", "must not lead to"],
    ["somebody's password", "1. [x](https://a:b@example.com)", "must not lead to"],
    ["an address without a protocol", "1. [x](//evil.example)", "must not lead to"],
    ["an anchor that is not there", "1. [x](#2-1)", "must not lead to #2-1"],
    ["a picture", "1. ![x](https://evil.example/x.png)", "must not show the picture"],
    ["a picture of ours", "![x](/favicon.svg)", "must not show the picture"],
    ["one without a size", `![x](/media/${"a".repeat(32)}.webp)`, "must not show the picture"],
    [
      "one in a heading",
      `## A ![x](/media/${"a".repeat(32)}-9x9.webp)\n\n1. x`,
      "must not contain pictures in a heading",
    ],
    ["a quotation", "> x", "must not contain quotations"],
    ["code", "```\nx\n```", "must not contain blocks of code"],
    ["another heading", "#### x", "must not contain headings"],
    ["numbers below a rule", "1. a\n   1. b", "must not have numbers below a rule"],
    ["a list below a point", "1. a\n   - b\n     - c", "must not have anything but one paragraph"],
    ["rules and lists", "1. a\n\n### B\n- b", "must have either"],
    ["rules below a group", "### B\n- b\n\n1. a", "must have either"],
    ["a paragraph behind", "1. a\n\nb", "must not have a paragraph behind"],
    ["nothing", "", "needs a list below each of its headings"],
    ["a group of nothing", "### a\n\n### b\n- c", "needs a list below each of its headings"],
  ])("%s", (_, body, problem) => {
    const told = problemOf(`## Fair play\n\n${body}`);
    expect(told).toStartWith("rules.tabs.0.text: ");
    expect(told).toContain(problem);
  });

  test.each([
    ["a text without a section", "1. x", "must begin with the heading"],
    ["an empty text", "", "must have a section"],
    ["an anchor of rules", "## A {#a}\n\n1. x", '"A {#a}" has rules: its anchor is its number'],
    ["nothing but an anchor", "## {#a}\n\n- x", "needs a title"],
    ["an anchor that is none", "## A {#A b}\n\n- x", "needs an anchor"],
    ["a title without letters", "## 規則\n\n- x", "needs an anchor"],
    ["an anchor used twice", "## A\n\n- x\n\n## a\n\n- y", "must not use the anchor #a twice"],
    ["HTML in a heading", "## <i>A</i>\n\n- x", "must not contain HTML"],
    ["too long a text", `## A\n\n1. ${"x".repeat(20_000)}`, "at most 20,000 characters"],
  ])("%s", (_, text, problem) => {
    expect(problemOf(text)).toContain(problem);
  });

  test.each([
    ["a key that is none", { key: "a-b" }, "rules.tabs.0.key: must be letters and digits"],
    ["an empty key", { key: "" }, "rules.tabs.0.key: "],
    ["too long a key", { key: "a".repeat(31) }, "rules.tabs.0.key: "],
    ["a key of the page's own", { key: "Panel" }, "rules.tabs.0.key: is a name"],
    ["an empty name", { name: " " }, "rules.tabs.0.name: must not be empty"],
    ["too long a name", { name: "a".repeat(31) }, "rules.tabs.0.name: "],
    ["too long a title", { title: "a".repeat(61) }, "rules.tabs.0.title: "],
    ["too long an intro", { intro: "a".repeat(601) }, "rules.tabs.0.intro: "],
    ["an unknown name", { body: "" }, "rules.tabs.0: "],
  ])("%s", (_, given, problem) => {
    const [told, ...others] = problemsOf({ tabs: [{ ...TAB, ...given }] });
    expect(told).toStartWith(problem);
    expect(others).toEqual([]);
  });

  test("two tabs of one key, in whatever case", () => {
    expect(problemsOf({ tabs: [TAB, { ...TAB, key: "DEN" }] })).toEqual([
      'rules.tabs.1.key: "DEN" is already used above',
    ]);
  });

  test("too many tabs", () => {
    const tabs = Array.from({ length: 21 }, (_, index) => ({ ...TAB, key: `den${index}` }));
    expect(problemsOf({ tabs })).toEqual([expect.stringMatching(/^rules\.tabs: .*20/)]);
    expect(problemsOf({ tabs: tabs.slice(1) })).toEqual([]);
  });

  const [STEP] = LADDER.steps;
  test.each([
    ["no step", { steps: [] }, "rules.ladder.steps: "],
    ["too many steps", { steps: Array.from({ length: 9 }, () => STEP) }, "rules.ladder.steps: "],
    ["no title", { title: "" }, "rules.ladder.title: "],
    ["too long a title", { title: "a".repeat(61) }, "rules.ladder.title: "],
    ["too long an intro", { intro: "a".repeat(601) }, "rules.ladder.intro: "],
    ...(["offense", "sanction", "text"] as const).flatMap((name) =>
      ["", "a".repeat(401)].map(
        (value) =>
          [
            `${value === "" ? "no" : "too long a"} ${name}`,
            { steps: [{ ...STEP, [name]: value }] },
            `rules.ladder.steps.0.${name}: `,
          ] as const,
      ),
    ),
  ])("a ladder with %s", (_, given, problem) => {
    const [told, ...others] = problemsOf({ tabs: [TAB], ladder: { ...LADDER, ...given } });
    expect(told).toStartWith(problem);
    expect(others).toEqual([]);
  });

  test("a ladder without rules", () => {
    expect(problemsOf({ ladder: LADDER })).toEqual([
      "rules.ladder: needs a tab of rules at whose end it stands",
    ]);
  });
});

test("what is wrong with the rules names file, key and section", async () => {
  const lines = `[[rules.tabs]]\nkey = "Den"\nname = "Den"\ntext = """\n## A\n1. <b>x</b>\n"""`;
  expect(await problemsOfSection("rules", lines)).toEqual([
    'community.toml: rules.tabs[0].text: "A" must not contain HTML',
  ]);
});
