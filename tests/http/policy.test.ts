import { describe, expect, test } from "bun:test";
import exampleCommunity from "#community.toml" with { type: "text" };
import { communitySchema } from "#server/config/community.ts";
import { PROGRAM_BLOCK_NAMES, programBlocks } from "#server/config/policy-blocks.ts";
import { privacyPolicy } from "#shared/schemas/community/documents.ts";
import { problemsOfSection } from "#tests/support/community.ts";
import { EXAMPLE } from "#tests/support/example.ts";

const example = Bun.TOML.parse(exampleCommunity) as Record<string, object>;
const read = (privacy: object) =>
  communitySchema.safeParse({
    ...example,
    privacy: { updated: "2026-01-02", text: "## A\n\nb", ...privacy },
  });
const policyOf = (text: string) => {
  const { data, error } = read({ text });
  if (error !== undefined) throw error;
  return data.privacy;
};
const problemOf = (privacy: object) => {
  const [problem, ...others] = (read(privacy).error?.issues ?? []).map(
    ({ path, message }) => `${path.join(".")}: ${message}`,
  );
  expect(others).toEqual([]);
  return problem ?? "";
};

const facts = { pictureHosts: EXAMPLE.pictures.hosts, checksPasswords: false };

describe("the policy of a document", () => {
  test("sections are numbered in their order, with anchors of their own; headings have theirs", () => {
    const { sections } = policyOf("## A b {#one}\n\nx\n\n### C d\n\ny\n\n## E\n\n- z");
    expect(sections).toEqual([
      {
        id: "one",
        number: "1",
        title: "A b",
        blocks: [
          { kind: "paragraph", text: ["x"] },
          { kind: "heading", id: "c-d", title: "C d" },
          { kind: "paragraph", text: ["y"] },
        ],
      },
      { id: "e", number: "2", title: "E", blocks: [{ kind: "list", items: [["z"]] }] },
    ]);
  });

  test("what is in braces is the community's, and is no markup whatever it holds", () => {
    const { name, operator } = EXAMPLE.brand;
    const brand = { ...example["brand"], operator: "We <b>*all*</b> {name}" };
    const text = "## {name}\n\nBy {operator}, [{contact}](mailto:{contact}), {updated}.";
    const { privacy } = communitySchema.parse({
      ...example,
      brand,
      privacy: { updated: "2026-01-02", text },
    });
    expect(operator).not.toBe("");
    expect(privacy.sections[0]?.title).toBe(name);
    const contact = "den@lynxden.example";
    expect(privacy.sections[0]?.blocks).toEqual([
      {
        kind: "paragraph",
        text: [
          "By We <b>*all*</b> {name}, ",
          { text: contact, looks: [], to: `mailto:${contact}` },
          ", {updated}.",
        ],
      },
    ]);
  });

  test("a list of words and what they mean is a table, any other is a list", () => {
    const { sections } = policyOf(
      "## A\n\n- **Us**: we *all*\n- **You**: you\n\n## B\n\n- **a**: b\n- c",
    );
    expect(sections.map(({ blocks }) => blocks[0])).toEqual([
      {
        kind: "terms",
        items: [
          { term: ["Us"], text: ["we ", { text: "all", looks: ["em"], to: null }] },
          { term: ["You"], text: ["you"] },
        ],
      },
      {
        kind: "list",
        items: [[{ text: "a", looks: ["strong"], to: null }, ": b"], ["c"]],
      },
    ]);
  });

  test("[SAFE-12] who is asked about stolen passwords is told of where that is switched on", () => {
    const [on, off] = [true, false].map((checksPasswords) =>
      JSON.stringify(programBlocks("disclosure", { ...facts, checksPasswords })),
    );
    expect(on).toContain("Have I Been Pwned");
    expect(off).not.toContain("Have I Been Pwned");
  });

  test.each([...PROGRAM_BLOCK_NAMES])("{%s} is what the program says of itself", (name) => {
    const { sections } = policyOf(`## A\n\n{${name}}`);
    const said = programBlocks(name, facts);
    expect(said.length).toBeGreaterThan(0);
    expect(sections[0]?.blocks).toHaveLength(said.length);
    expect(JSON.stringify(EXAMPLE.privacy)).toContain(JSON.stringify(sections[0]?.blocks[0]));
  });

  test("what the law asks for stands where the text names it", () => {
    const text =
      "## Age\n\nFrom {minimum-age} on.\n\n## Rights\n\n{rights}\n\n### Basis\n\n{legal-basis}\n\n### Authority\n\n{authority}";
    const { data } = read({
      text,
      minimumAge: 16,
      legalBasis: ["Because of {name}"],
      rights: ["To know", "To be forgotten"],
      authority: { name: "The office", address: "Way 1", url: "https://office.example" },
    });
    expect(data?.privacy.sections.map(({ blocks }) => blocks)).toEqual([
      [{ kind: "paragraph", text: ["From 16 on."] }],
      [
        { kind: "list", items: [["To know"], ["To be forgotten"]] },
        { kind: "heading", id: "basis", title: "Basis" },
        { kind: "list", items: [[`Because of ${EXAMPLE.brand.name}`]] },
        { kind: "heading", id: "authority", title: "Authority" },
        {
          kind: "paragraph",
          text: [{ text: "The office", looks: [], to: "https://office.example" }, ", Way 1"],
        },
      ],
    ]);
  });

  test("of what the community does not say nothing is shown, nor a heading above nothing", () => {
    const text =
      "## A\n\nx\n\n## Rights\n\n{rights}\n\n## B\n\n### Basis\n\n{legal-basis}\n\n### Rest\n\ny\n\n### Authority\n\n{authority}";
    const { sections } = policyOf(text);
    expect(sections.map(({ number, title }) => [number, title])).toEqual([
      ["1", "A"],
      ["2", "B"],
    ]);
    expect(sections[1]?.blocks).toEqual([
      { kind: "heading", id: "rest", title: "Rest" },
      { kind: "paragraph", text: ["y"] },
    ]);
  });

  test("the example's is what the browser is told it is", () => {
    expect(privacyPolicy.parse(EXAMPLE.privacy)).toEqual(EXAMPLE.privacy);
  });

  test("a file of the first format, which had its date alone, has the example's text", () => {
    const { format: _format, ...first } = example;
    const { privacy } = communitySchema.parse({ ...first, privacy: { updated: "2024-12-31" } });
    expect(privacy.updated).toBe("2024-12-31");
    expect(privacy.sections.map(({ id }) => id)).toEqual(
      EXAMPLE.privacy.sections.map(({ id }) => id),
    );
  });
});

describe("refused, by name, are", () => {
  test.each([
    ["HTML", "## A\n\n<b>x</b>", '"A" must not contain HTML'],
    ["a link with a script", "## A\n\n[x](javascript:alert(1))", '"A" must not lead to'],
    ["a link to somebody's mailbox", "## A\n\n[x](mailto:a@b.example)", '"A" must not lead to'],
    ["a broken address", "## A\n\n[x](%)", '"A" must not lead to'],
    [
      "a foreign picture",
      "## A\n\n![x](https://evil.example/x.png)",
      '"A" must not show the picture',
    ],
    ["numbers", "## A\n\n1. x", '"A" must not have lists with numbers'],
    [
      "an unknown block",
      "## A\n\n{cookies}",
      '"A" must not have {cookies}: the program has {personal-data}',
    ],
    ["an unknown word", "## A\n\nx {brand} y", '"A" must not have {brand} in a sentence'],
    ["a block in a sentence", "## A\n\nx {storage}", '"A" must not have {storage} in a sentence'],
    ["an anchor twice", "## A\n\nx\n\n### a\n\ny", "must not use the anchor #a twice"],
    ["an anchor that is not there", "## A\n\n[x](#b)", "must not lead to #b"],
    ["a section of nothing", "## A\n\n## B\n\nx", '"A" needs a text below its heading'],
    ["a text without a section", "x", "must begin with the heading"],
    ["too long a text", `## A\n\n${"x".repeat(50_000)}`, "characters"],
  ])("%s", (_, text, problem) => {
    expect(problemOf({ text })).toStartWith("privacy.text: ");
    expect(problemOf({ text })).toContain(problem);
  });

  test.each([
    ["no text", { text: undefined }, "privacy.text: "],
    ["an age that nothing shows", { minimumAge: 16 }, "privacy.text: must have {minimum-age},"],
    ["rights that nothing shows", { rights: ["x"] }, "privacy.text: must have {rights} on a line"],
    [
      "an age of nobody",
      { minimumAge: 0, text: "## A\n\n{minimum-age} x" },
      "privacy.minimumAge: ",
    ],
    [
      "an authority at an http address",
      { authority: { name: "x", url: "http://office.example" }, text: "## A\n\n{authority}" },
      "privacy.authority.url: must be an https address",
    ],
    [
      "an age that is not said",
      { text: "## A\n\n{minimum-age} years" },
      'privacy.text: "A" must not have {minimum-age} in a sentence',
    ],
    ["no day", { updated: "yesterday" }, "privacy.updated: "],
    ["too long an intro", { intro: "x".repeat(301) }, "privacy.intro: "],
    ["an unknown word in it", { intro: "{shop}" }, "privacy.intro: may have"],
    ["too long a sentence", { summary: ["x".repeat(301)] }, "privacy.summary.0: "],
    ["too many sentences", { summary: Array.from({ length: 11 }, () => "x") }, "privacy.summary: "],
    ["an unknown name", { lang: "de" }, "privacy: "],
  ])("%s", (_, given, problem) => {
    expect(problemOf(given)).toStartWith(problem);
  });
});

test("what is wrong with the policy names file, key and section", async () => {
  const lines = `[privacy]\nupdated = "2026-01-02"\ntext = """\n## A\n<script>x</script>\n"""`;
  expect(await problemsOfSection("privacy", lines)).toEqual([
    'community.toml: privacy.text: "A" must not contain HTML',
  ]);
});
