import { describe, expect, test } from "bun:test";
import { renderToString } from "react-dom/server";
import { PrivacyPage } from "#client/features/documents/page.tsx";
import { findRules, holdsAnchor, markedParts, searchTerms } from "#client/features/rules/find.tsx";
import { RulesPage } from "#client/features/rules/screens.tsx";
import { SiteContext } from "#client/lib/site.ts";
import { siteOf } from "#server/modules/community/index.ts";
import type { Rulebook } from "#shared/schemas/community/rules.ts";
import { EXAMPLE } from "#tests/support/example.ts";

const { rules } = EXAMPLE;
const SITE = siteOf(
  {
    community: EXAMPLE,
    siteVersion: 0,
    maintenance: null,
    publicUrl: "https://den.example",
    discord: null,
    mail: null,
    tebex: null,
  },
  "build",
);
const RULE_TABS = rules.map(({ key }) => key);
const bookOf = (tab: string): Rulebook => {
  const book = rules.find(({ key }) => key === tab);
  if (book === undefined) throw new Error(`The example has no tab ${tab}.`);
  return book;
};

const render = (tab: string, shown: readonly Rulebook[] = rules) =>
  renderToString(
    <SiteContext value={SITE}>
      <RulesPage
        rules={shown}
        tab={tab}
        onTab={() => {}}
        onCopyLink={() => {}}
        site={{ publicUrl: "https://den.example" }}
      />
    </SiteContext>,
  );

const found = (tab: string, query: string) => findRules(bookOf(tab), searchTerms(query));

describe("the rules page, rendered on the server", () => {
  test.each([...RULE_TABS])("[TEXT-02] shows the %s rules and hides the others", (tab) => {
    const html = render(tab);
    expect(html).toContain("Server Rules</h1>");
    expect(html.match(/aria-selected="true"/g)).toHaveLength(1);
    expect(html.match(/role="tabpanel"/g)).toHaveLength(RULE_TABS.length);
    for (const other of RULE_TABS) {
      const panel = new RegExp(`<div role="tabpanel" id="panel-${other.toLowerCase()}"[^>]*>`);
      expect(panel.exec(html)?.[0].includes("hidden")).toBe(other !== tab);
      expect(html).toContain(`${other} Rules</h2>`);
    }
  });

  test("carries every rule of every tab under its anchor, whatever tab is shown", () => {
    const html = render("Discord");
    for (const tab of RULE_TABS)
      for (const section of bookOf(tab).sections)
        for (const rule of section.rules) expect(html).toContain(`id="${rule.id}"`);
  });

  test("no id stands twice", () => {
    const ids = [...render("ASE").matchAll(/ id="([^"]+)"/g)].map((match) => match[1]);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("a tab is a link, so that it works without the script", () => {
    expect(render("Discord")).toContain('href="/rules?tab=Empyrion"');
  });
});

describe("the privacy page, rendered on the server", () => {
  test("[TEXT-08] has its title, its date and an anchor per section", () => {
    const html = renderToString(
      <SiteContext value={SITE}>
        <PrivacyPage policy={EXAMPLE.privacy} />
      </SiteContext>,
    );
    expect(html).toContain("Privacy Policy</h1>");
    expect(html).toContain('<time dateTime="2025-02-18">February 18, 2025</time>');
    expect(html).toContain('<section id="deletion"');
    expect(html).toContain('href="mailto:den@lynxden.example"');
  });
});

describe("finding a rule", () => {
  test("finds everything without a word", () => {
    for (const { key, sections } of rules) expect(found(key, "  ").sections).toEqual(sections);
    const { ladder } = found("Discord", "  ");
    expect(ladder?.steps).toHaveLength(4);
  });

  test("wants all words, in any order and case", () => {
    const { sections, count } = found("ASE", "APPROVAL owner");
    expect(sections.flatMap(({ rules }) => rules.map(({ id }) => id))).toEqual(["ase-4-4"]);
    expect(count).toBe(1);
  });

  test("finds a rule by its number and by the heading above it", () => {
    expect(found("ASE", "5.7").count).toBe(1);
    expect(found("ASE", "tribes hopping").count).toBe(1);
  });

  test("finds places by map and steps by sanction", () => {
    expect(found("ASE", "fjordur").sections[0]?.groups).toHaveLength(1);
    expect(found("ASE", "fjordur").count).toBe(1);
    expect(found("ASE", "obelisks").sections[0]?.groups[0]?.items).toEqual([["Obelisks"]]);
    expect(found("Discord", "permanent").ladder?.steps.map(({ offense }) => offense)).toEqual([
      "4th offense",
    ]);
  });

  test("knows typographic quotes by the keys of a keyboard", () => {
    expect(found("ASE", "somebody's dinos").count).toBe(1);
    expect(found("ASE", '"human"').count).toBe(1);
  });

  test("finds nothing where there is nothing", () => {
    expect(found("Eco", "vote")).toEqual({ sections: [], ladder: null, count: 0 });
  });

  test("knows the anchors of what it has found: rules, sections, lists and the ladder", () => {
    const owner = found("ASE", "approval owner");
    for (const [anchor, isHeld] of [
      ["ase-4-4", true],
      ["ase-4", true],
      ["ase-4-1", false],
      ["ase-orp", false],
    ] as const)
      expect([anchor, holdsAnchor(owner, anchor)]).toEqual([anchor, isHeld]);
    expect(holdsAnchor(found("ASE", "fjordur"), "ase-orp")).toBe(true);
    expect(holdsAnchor(found("Discord", "permanent"), "discord-ladder")).toBe(true);
  });

  test("marks every occurrence, overlapping words included", () => {
    const parts = markedParts("Cave caves", searchTerms("cave aves"));
    expect(parts.filter(({ isMatch }) => isMatch).map(({ text }) => text)).toEqual([
      "Cave",
      "caves",
    ]);
    expect(parts.map(({ text }) => text).join("")).toBe("Cave caves");
  });
});
