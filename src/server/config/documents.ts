import type { z } from "zod";
import { filledIn, isEnglish, placeholders, placeholdersIn } from "#shared/rules/text.ts";
import {
  type communityPrivacy,
  DOCUMENT_PLACEHOLDERS,
  type DocumentBlock,
  type DocumentPage,
  type DocumentSection,
  type PrivacyPolicy,
  type WrittenPage,
} from "#shared/schemas/community/documents.ts";
import type { RichLine } from "#shared/schemas/text.ts";
import {
  anchorOf,
  childrenOf,
  type Element,
  foreign,
  headingOf,
  itemsOf,
  lineOf,
  Misfit,
  type OwnTarget,
  partedAtSections,
  partsOf,
  sectionsIn,
  within,
  type WrittenSection,
} from "./markdown.ts";
import {
  PROGRAM_BLOCK_NAMES,
  type ProgramBlock,
  programBlocks,
  type ProgramFacts,
} from "./policy-blocks.ts";

type Policy = z.output<typeof communityPrivacy>;
type ReadBlock = DocumentBlock | { kind: "program"; name: ProgramBlock };
type ReadSection = { id: string; title: string; blocks: ReadBlock[] };
/** Texts in which the words of the community, and what the program says, are still missing. */
type ReadTexts = { opening: ReadBlock[]; sections: ReadSection[] };
export type ReadPolicy = Omit<Policy, "text"> & ReadTexts;
export type ReadPage = Omit<WrittenPage, "text"> & ReadTexts;

/** What a kind of document may have. */
type Kind = {
  /** The names of what may stand in braces in a sentence; null where braces mean nothing. */
  placeholders: readonly string[] | null;
  hasSteps: boolean;
  /** What a paragraph of a name in braces stands for, beside what the program says. */
  own: Readonly<Record<string, readonly DocumentBlock[]>>;
};

const AGE = "minimum-age";

const pointsOf = (items: readonly string[]): DocumentBlock[] =>
  items.length === 0 ? [] : [{ kind: "list", items: items.map((item) => [item]) }];

/** What the law asks for, by what it is called in braces: none of what the community does not say. */
const ownBlocks = ({ legalBasis, rights, authority }: Policy): Kind["own"] => {
  const { name = "", address, url } = authority ?? {};
  const called: RichLine = url === undefined ? [name] : [{ text: name, looks: [], to: url }];
  return {
    "legal-basis": pointsOf(legalBasis),
    rights: pointsOf(rights),
    authority:
      authority === undefined
        ? []
        : [
            {
              kind: "paragraph",
              text: address === undefined ? called : [...called, `, ${address}`],
            },
          ],
  };
};

const policyKind = (policy: Policy): Kind => ({
  placeholders: placeholders(
    ...DOCUMENT_PLACEHOLDERS,
    "updated",
    ...(policy.minimumAge === undefined ? [] : [AGE]),
  ),
  hasSteps: false,
  own: ownBlocks(policy),
});
const PAGE: Kind = {
  placeholders: placeholders(...DOCUMENT_PLACEHOLDERS),
  hasSteps: true,
  own: {},
};

const ARTICLE: Kind = { placeholders: null, hasSteps: true, own: {} };

const CONTACT = "mailto:{contact}";

const own: OwnTarget = (href) => (href.startsWith("#") || href === CONTACT ? href : null);

const textsOf = (line: RichLine): string[] =>
  line.map((run) => (typeof run === "string" ? run : run.text));

/** `**Term**: what it means`, which a list can consist of; null for any other entry. */
const termOf = (line: RichLine): { term: RichLine; text: RichLine } | null => {
  const [term, text, ...others] = line;
  if (typeof term !== "object" || term.looks.join() !== "strong" || term.to !== null) return null;
  if (typeof text !== "string" || !text.startsWith(": ")) return null;
  return { term: [term.text], text: [text.slice(2), ...others] };
};

const listOf = (items: RichLine[]): DocumentBlock => {
  const terms = items.flatMap((item) => termOf(item) ?? []);
  return terms.length === items.length ? { kind: "terms", items: terms } : { kind: "list", items };
};

const paragraphOf = (text: RichLine, { placeholders, own }: Kind): readonly ReadBlock[] => {
  const [only, ...others] = text;
  const named =
    typeof only === "string" && others.length === 0 ? /^\{([^{}]*)\}$/.exec(only) : null;
  const name = named?.[1];
  if (name === undefined || placeholders === null || placeholders.includes(name))
    return [{ kind: "paragraph", text }];
  const written = Object.hasOwn(own, name) ? own[name] : undefined;
  if (written !== undefined) return written;
  const block = PROGRAM_BLOCK_NAMES.find((one) => one === name);
  if (block !== undefined) return [{ kind: "program", name: block }];
  throw new Misfit(
    `must not have {${name.slice(0, 40)}}: the program has ${[...PROGRAM_BLOCK_NAMES, ...Object.keys(own)].map((one) => `{${one}}`).join(", ")}`,
  );
};

const blocksOf = (block: Element, kind: Kind): readonly ReadBlock[] => {
  if (block.type === "p") return paragraphOf(lineOf(childrenOf(block), own, "\n"), kind);
  if (block.type === "ul") return [listOf(itemsOf(block, own))];
  if (block.type === "ol") {
    if (!kind.hasSteps) throw new Misfit("must not have lists with numbers");
    return [{ kind: "steps", start: block.props.start ?? 1, items: itemsOf(block, own) }];
  }
  if (block.type !== "h3") throw foreign(block.type);
  const { title, given } = partsOf(headingOf(block, own));
  return [{ kind: "heading", id: anchorOf(title, given), title }];
};

/** All texts of a block, each as it was written. */
export const linesOf = (block: ReadBlock): RichLine[] => {
  if (block.kind === "program") return [];
  if (block.kind === "heading") return [[block.title]];
  if (block.kind === "paragraph") return [block.text];
  return block.kind === "terms"
    ? block.items.flatMap(({ term, text }) => [term, text])
    : block.items;
};

const checkPlaceholders = (texts: readonly string[], { placeholders }: Kind): void => {
  if (placeholders === null) return;
  const unknown = texts.flatMap(placeholdersIn).find((name) => !placeholders.includes(name));
  if (unknown !== undefined)
    throw new Misfit(
      `must not have {${unknown.slice(0, 40)}} in a sentence: there are ${placeholders.map((name) => `{${name}}`).join(", ")}`,
    );
};

/** Without headings below which nothing stands any more. */
const withoutEmpty = (blocks: readonly ReadBlock[]): ReadBlock[] =>
  blocks.filter(
    ({ kind }, index) => kind !== "heading" || (blocks[index + 1]?.kind ?? kind) !== kind,
  );

/** @returns nothing where the community says nothing of what the section is about. */
const sectionOf = ({ heading, blocks }: WrittenSection, kind: Kind): ReadSection[] => {
  const { title, given } = partsOf(heading);
  if (title === "") throw new Misfit("needs a title");
  if (blocks.length === 0) throw new Misfit("needs a text below its heading");
  const parts = blocks.map((block) => blocksOf(block, kind));
  const isWhole = parts.every((part) => part.length > 0);
  const read = isWhole ? parts.flat() : withoutEmpty(parts.flat());
  checkPlaceholders([title, ...read.flatMap(linesOf).flatMap(textsOf)], kind);
  return read.length === 0 ? [] : [{ id: anchorOf(title, given), title, blocks: read }];
};

const openingOf = (elements: readonly Element[], kind: Kind): ReadBlock[] => {
  const blocks = elements.flatMap((element) => blocksOf(element, kind));
  if (blocks.some((block) => block.kind === "heading"))
    throw new Misfit("must have a heading with ## before its first one with ###");
  checkPlaceholders(blocks.flatMap(linesOf).flatMap(textsOf), kind);
  return blocks;
};

/** Ids of what stands around every text. */
const TAKEN_ANCHORS: ReadonlySet<string> = new Set(["app", "main"]);

/** Refuses anchors that stand twice, and links to such as there are not. */
const checkAnchors = ({ opening, sections }: ReadTexts): void => {
  const anchors = sections.flatMap(({ id, blocks }) => [
    id,
    ...blocks.flatMap((block) => (block.kind === "heading" ? [block.id] : [])),
  ]);
  const twice = anchors.find((anchor, index) => anchors.indexOf(anchor) !== index);
  if (twice !== undefined) throw new Misfit(`must not use the anchor #${twice} twice`);
  const taken = anchors.find((anchor) => TAKEN_ANCHORS.has(anchor));
  if (taken !== undefined)
    throw new Misfit(
      `must not use the anchor #${taken}, which is the site's own: write another behind the heading, such as {#the-${taken}}`,
    );
  const blocks = [...opening, ...sections.flatMap((section) => section.blocks)];
  for (const run of blocks.flatMap(linesOf).flat()) {
    const to = typeof run === "string" ? null : run.to;
    if (to?.startsWith("#") === true && !anchors.includes(to.slice(1)))
      throw new Misfit(`must not lead to ${to}: the text has no such anchor`);
  }
};

/** @throws {Misfit} */
const readText = (
  { opening, sections }: { opening: Element[]; sections: WrittenSection[] },
  kind: Kind,
): ReadTexts => {
  const read = {
    opening: openingOf(opening, kind),
    sections: sections.flatMap((one) => within(one.heading, () => sectionOf(one, kind))),
  };
  if (read.opening.length + read.sections.length === 0) throw new Misfit("must not be empty");
  checkAnchors(read);
  return read;
};

/** Where names in braces mean nothing, nothing is the program's. */
const written = (blocks: readonly ReadBlock[]) =>
  blocks.filter((block): block is DocumentBlock => block.kind !== "program");

/**
 * Reads a Markdown text that is no part of the document, such as a post; braces mean nothing in it
 * [NEWS-03].
 * @throws {Misfit} whose message goes on from "The text".
 */
export const readArticle = (text: string): Pick<DocumentPage, "opening" | "sections"> => {
  const { opening, sections } = readText(partedAtSections(text, own), ARTICLE);
  return {
    opening: written(opening),
    sections: sections.map(({ id, title, blocks }) => ({ id, title, blocks: written(blocks) })),
  };
};

/** Reads a Markdown text. What does not fit is added to `refinement`, at `text`. */
const readTexts = (
  written: () => { opening: Element[]; sections: WrittenSection[] },
  kind: Kind,
  refinement: z.RefinementCtx,
): ReadTexts => {
  try {
    return readText(written(), kind);
  } catch (error) {
    if (!(error instanceof Misfit)) throw error;
    refinement.addIssue({ code: "custom", path: ["text"], message: error.message });
    return { opening: [], sections: [] };
  }
};

/** Reads the policy's Markdown. @param refinement what does not fit is added to it. */
export const readPolicy = (policy: Policy, refinement: z.RefinementCtx): ReadPolicy => {
  const { text, ...rest } = policy;
  const kind = policyKind(policy);
  const named = new Set(placeholdersIn(text));
  const said = Object.keys(kind.own).filter((name) => kind.own[name]?.length !== 0);
  for (const name of policy.minimumAge === undefined ? said : [...said, AGE])
    if (!named.has(name))
      refinement.addIssue({
        code: "custom",
        path: ["text"],
        message: `must have {${name}}${name === AGE ? "" : " on a line of its own"}, or nothing shows it`,
      });
  return {
    ...rest,
    ...readTexts(() => ({ opening: [], sections: sectionsIn(text, own) }), kind, refinement),
  };
};

/** Reads the Markdown of a page. @param refinement what does not fit is added to it. */
export const readPage = (
  { text, ...rest }: WrittenPage,
  refinement: z.RefinementCtx,
): ReadPage => ({
  ...rest,
  ...readTexts(() => partedAtSections(text, own), PAGE, refinement),
});

type Filling = ProgramFacts & {
  /** In which the community writes. */
  language: string;
  brand: Readonly<
    Record<"name" | "currency" | "operator" | "contactEmail" | "jurisdiction", string>
  >;
};

const wordsOf = ({ name, currency, operator, jurisdiction, contactEmail }: Filling["brand"]) => ({
  name,
  currency,
  operator,
  jurisdiction,
  contact: contactEmail,
});

const shownBlocks = (
  blocks: readonly ReadBlock[],
  { language, ...facts }: ProgramFacts & Pick<Filling, "language">,
): DocumentBlock[] => {
  const said = isEnglish(language)
    ? programBlocks
    : (name: ProgramBlock, given: ProgramFacts): readonly DocumentBlock[] =>
        programBlocks(name, given).map((block) => Object.assign({ lang: "en" as const }, block));
  return blocks.flatMap((block) => (block.kind === "program" ? said(block.name, facts) : block));
};

/** The policy as it is shown: with the words of the community, and with what the program says. */
export const policyOf = (
  { updated, intro = "", summary, minimumAge, sections }: ReadPolicy,
  filling: Filling,
): PrivacyPolicy => {
  const whole: PrivacyPolicy = {
    updated,
    intro: intro === "" ? null : intro,
    summary,
    sections: sections.map(({ blocks, ...section }, index): DocumentSection => ({
      ...section,
      number: `${index + 1}`,
      blocks: shownBlocks(blocks, filling),
    })),
  };
  const words = wordsOf(filling.brand);
  return filledIn(whole, minimumAge === undefined ? words : { ...words, [AGE]: `${minimumAge}` });
};

/** A page as it is shown. */
export const pageOf = ({ opening, sections, ...page }: ReadPage, filling: Filling): DocumentPage =>
  filledIn(
    {
      ...page,
      opening: shownBlocks(opening, filling),
      sections: sections.map(({ blocks, ...section }) => ({
        ...section,
        blocks: shownBlocks(blocks, filling),
      })),
    },
    wordsOf(filling.brand),
  );
