import type { z } from "zod";
import type {
  Rule,
  Rulebook,
  RuleSection,
  WrittenLadder,
  WrittenTab,
} from "#shared/schemas/community/rules.ts";
import type { RichLine } from "#shared/schemas/text.ts";
import {
  anchorOf,
  blocksOf,
  childrenOf,
  type Element,
  entriesOf,
  foreign,
  headingOf,
  itemsOf,
  lineOf,
  Misfit,
  type OwnTarget,
  partsOf,
  sectionsIn,
  within,
  type WrittenSection,
} from "./markdown.ts";

/** Anchors of a tab stand in its text without what they begin with. */
const inTab =
  (tab: string): OwnTarget =>
  (href) =>
    href.startsWith("#") ? `#${tab}-${href.slice(1).toLowerCase()}` : null;

const ruleOf = (entry: Element, id: string, number: string, tab: string): Rule => {
  const [text, ...others] = blocksOf(entry);
  if (text?.type !== "p") throw new Misfit(`must have a text for rule ${number}`);
  return {
    id,
    number,
    text: lineOf(childrenOf(text), inTab(tab)),
    more: others.map((block) => {
      if (block.type === "p") return { note: lineOf(childrenOf(block), inTab(tab)) };
      if (block.type === "ul") return { points: itemsOf(block, inTab(tab)) };
      throw block.type === "ol"
        ? new Misfit("must not have numbers below a rule: points begin with -")
        : foreign(block.type);
    }),
  };
};

/** One section. @param number its number, should it have rules. */
const sectionOf = (
  { heading, blocks }: WrittenSection,
  tab: string,
  number: number,
): RuleSection => {
  const { title: named, given } = partsOf(heading);
  if (named === "") throw new Misfit("needs a title");
  const section: RuleSection = {
    id: "",
    number: null,
    title: named,
    intro: [],
    rules: [],
    groups: [],
  };
  const { intro, rules, groups } = section;
  let isWide = false;
  for (const block of blocks) {
    const last = groups.at(-1);
    if (block.type === "p" && rules.length === 0 && groups.length === 0)
      intro.push(lineOf(childrenOf(block), inTab(tab)));
    else if (block.type === "p") throw new Misfit("must not have a paragraph behind its list");
    else if (block.type === "ol" && groups.length === 0)
      for (const entry of entriesOf(block)) {
        const nth = rules.length + 1;
        rules.push(ruleOf(entry, `${tab}-${number}-${nth}`, `${number}.${nth}`, tab));
      }
    else if (["ol", "ul", "h3", "hr"].includes(block.type) && rules.length > 0)
      throw new Misfit("must have either one list with numbers or lists with -");
    else if (block.type === "hr") isWide = true;
    else if (block.type === "h3") {
      const title = headingOf(block, inTab(tab));
      groups.push({ title, isWide, items: [] });
    } else if (block.type === "ul" && last !== undefined)
      last.items.push(...itemsOf(block, inTab(tab)));
    else if (block.type === "ul")
      groups.push({ title: null, isWide: true, items: itemsOf(block, inTab(tab)) });
    else if (block.type === "ol")
      throw new Misfit("must have either one list with numbers or lists with -");
    else throw foreign(block.type);
  }
  if (groups.length + rules.length === 0 || groups.some(({ items }) => items.length === 0))
    throw new Misfit("needs a list below each of its headings");
  if (rules.length === 0) return { ...section, id: `${tab}-${anchorOf(named, given)}` };
  if (given !== undefined) throw new Misfit("has rules: its anchor is its number");
  return { ...section, id: `${tab}-${number}`, number: `${number}` };
};

/** The sections of a tab's Markdown. @throws {Misfit} at what rules do not consist of. */
const sectionsOf = (markdown: string, tab: string): RuleSection[] => {
  const sections: RuleSection[] = [];
  for (const one of sectionsIn(markdown, inTab(tab))) {
    const number = sections.filter((section) => section.number !== null).length + 1;
    sections.push(within(one.heading, () => sectionOf(one, tab, number)));
  }
  return sections;
};

/** All texts of a section. */
export const linesOf = ({ intro, rules, groups }: RuleSection): RichLine[] => [
  ...intro,
  ...rules.flatMap(({ text, more }) => [
    text,
    ...more.flatMap((block) => ("note" in block ? [block.note] : block.points)),
  ]),
  ...groups.flatMap(({ items }) => items),
];

/** Refuses anchors that stand twice, and links to such as there are not. */
const checkAnchors = ({ sections, ladder }: Rulebook): void => {
  const anchors = [
    ...sections.flatMap(({ id, rules }) => [id, ...rules.map((rule) => rule.id)]),
    ...(ladder === null ? [] : [ladder.id]),
  ];
  const twice = anchors.find((anchor, index) => anchors.indexOf(anchor) !== index);
  if (twice !== undefined)
    throw new Misfit(`must not use the anchor #${twice.slice(twice.indexOf("-") + 1)} twice`);
  for (const section of sections)
    for (const run of linesOf(section).flat()) {
      const to = typeof run === "string" ? null : run.to;
      if (to === null || !to.startsWith("#") || anchors.includes(to.slice(1))) continue;
      const name = to.slice(to.indexOf("-") + 1);
      throw new Misfit(`must not lead to #${name}: the tab has no such anchor`);
    }
};

type Written = { tabs: readonly WrittenTab[]; ladder?: WrittenLadder | undefined };

/** @throws {Misfit} at what rules do not consist of. */
const rulebookOf = (
  { key, name, title = name, intro, text }: WrittenTab,
  ladder: WrittenLadder | undefined,
): Rulebook => {
  const tab = key.toLowerCase();
  const book: Rulebook = {
    key,
    name,
    title,
    intro: intro ?? null,
    sections: sectionsOf(text, tab),
    ladder:
      ladder === undefined
        ? null
        : {
            id: `${tab}-ladder`,
            title: ladder.title,
            intro: ladder.intro ?? null,
            steps: ladder.steps.map((step, index) => ({ ...step, number: index + 1 })),
          },
  };
  checkAnchors(book);
  return book;
};

/**
 * The rules as they are shown: read once, with the document. Their Markdown never becomes markup: what
 * comes of it is texts, and what they look like.
 * @param refinement what does not fit is added to it.
 */
export const readRulebooks = (
  { tabs, ladder }: Written,
  refinement: z.RefinementCtx,
): Rulebook[] => {
  const refuse = (message: string, ...path: (string | number)[]) =>
    refinement.addIssue({ code: "custom", path, message });
  if (ladder !== undefined && tabs.length === 0)
    refuse("needs a tab of rules at whose end it stands", "ladder");
  return tabs.flatMap((tab, index) => {
    try {
      return rulebookOf(tab, index === 0 ? ladder : undefined);
    } catch (error) {
      if (!(error instanceof Misfit)) throw error;
      refuse(error.message, "tabs", index, "text");
      return [];
    }
  });
};
