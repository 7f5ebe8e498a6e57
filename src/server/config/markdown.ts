import { mediaSizeOf } from "#shared/rules/community.ts";
import { safePath } from "#shared/rules/safe-path.ts";
import type { Look, RichLine } from "#shared/schemas/text.ts";

/** What `Bun.markdown` makes of a text: elements, and text between them. */
export type Element = {
  type: string;
  props: {
    children?: readonly Piece[];
    href?: string;
    start?: number;
    src?: string;
    alt?: string;
  };
};
type Piece = string | Element;

/** What a text does not keep to, as the end of a sentence about it. */
export class Misfit extends Error {
  override readonly name = "Misfit";
}

const LOOKS: Readonly<Record<string, Look>> = {
  strong: "strong",
  em: "em",
  del: "del",
  code: "code",
};

const FOREIGN: Readonly<Record<string, string>> = {
  img: "pictures in a heading",
  blockquote: "quotations",
  pre: "blocks of code",
  hr: "lines across the page, such as ***",
  table: "tables",
  ul: "lists",
  ol: "lists",
};
export const foreign = (type: string) =>
  new Misfit(`must not contain ${FOREIGN[type] ?? "headings other than ## and ###"}`);

export const childrenOf = (piece: Element): readonly Piece[] => piece.props.children ?? [];

const isBlock = (piece: Piece): piece is Element =>
  typeof piece !== "string" && !["a", "br", "img"].includes(piece.type) && !(piece.type in LOOKS);

const httpsAddress = (href: string): string | null => {
  const url = URL.parse(href);
  return url?.protocol === "https:" && url.username === "" && url.password === "" ? url.href : null;
};

/** Where a link leads that leads nowhere else than these texts may: null for all other addresses. */
export type OwnTarget = (href: string) => string | null;

const targetOf = (href: string, own: OwnTarget): string => {
  const target = own(href) ?? safePath(href) ?? httpsAddress(href);
  if (target !== null) return target;
  throw new Misfit(
    `must not lead to ${JSON.stringify(href.slice(0, 80))}: links lead to an anchor of the same text, such as #3-2, to a path of this site or to an address that begins with https://`,
  );
};

const HTML = /<[a-z/!?]/i;

/** @throws {Misfit} for a picture that is not the site's own. */
const pictureAt = (src: string) => {
  const size = mediaSizeOf(src);
  if (size !== null) return { src, ...size };
  throw new Misfit(
    `must not show the picture ${JSON.stringify(src.slice(0, 80))}: only pictures that were uploaded to this site, at addresses such as /media/….webp`,
  );
};

/**
 * The runs of a text; neighbours that look the same become one.
 * @param lineEnd what the end of a line within the text becomes.
 */
export const lineOf = (
  pieces: readonly Piece[],
  own: OwnTarget,
  lineEnd: " " | "\n" = " ",
): RichLine => {
  type Run = {
    text: string;
    looks: Look[];
    to: string | null;
    picture?: ReturnType<typeof pictureAt>;
  };
  const runs: Run[] = [];
  const add = (text: string, looks: Look[], to: string | null) => {
    const last = runs.at(-1);
    const isAlike =
      last?.picture === undefined && last?.to === to && last.looks.join() === looks.join();
    if (last !== undefined && isAlike) last.text += text;
    else runs.push({ text, looks, to });
  };
  const walk = (piece: Piece, looks: Look[], to: string | null): void => {
    if (typeof piece === "string") return add(piece.replaceAll("\n", lineEnd), looks, to);
    const look = LOOKS[piece.type];
    if (piece.type === "br") return add(lineEnd, looks, to);
    if (piece.type === "img") {
      const { src = "", alt = "" } = piece.props;
      runs.push({ text: alt.replaceAll("\n", " "), looks: [], to, picture: pictureAt(src) });
      return;
    }
    if (look === undefined && piece.type !== "a") throw foreign(piece.type);
    const inner = look === undefined ? looks : [...looks, look];
    const target = piece.type === "a" ? targetOf(piece.props.href ?? "", own) : to;
    for (const child of childrenOf(piece)) walk(child, inner, target);
  };
  for (const piece of pieces) walk(piece, [], null);
  for (const { text, looks } of runs)
    if (!looks.includes("code") && HTML.test(text)) throw new Misfit("must not contain HTML");
  return runs.map((run) =>
    run.looks.length === 0 && run.to === null && run.picture === undefined ? run.text : run,
  );
};

const plain = (line: RichLine): string =>
  line.map((run) => (typeof run === "string" ? run : run.text)).join("");

/** The line of a heading, which has no pictures. */
export const headingOf = (heading: Element, own: OwnTarget): string => {
  const line = lineOf(childrenOf(heading), own);
  if (line.some((run) => typeof run !== "string" && run.picture !== undefined))
    throw foreign("img");
  return plain(line);
};

/** The paragraphs and lists of an entry of a list; a short one has its text without a paragraph. */
export const blocksOf = (entry: Element): Element[] => {
  const blocks: Element[] = [];
  let open: Piece[] | null = null;
  for (const piece of childrenOf(entry)) {
    if (isBlock(piece)) {
      open = null;
      blocks.push(piece);
    } else if (open === null) {
      open = [piece];
      blocks.push({ type: "p", props: { children: open } });
    } else open.push(piece);
  }
  return blocks;
};

export const entriesOf = (list: Element): Element[] =>
  childrenOf(list).filter((piece): piece is Element => typeof piece !== "string");

/** The entries of a list with `-` or with numbers, each one paragraph. */
export const itemsOf = (list: Element, own: OwnTarget): RichLine[] =>
  entriesOf(list).map((entry) => {
    const [text, ...others] = blocksOf(entry);
    if (text?.type !== "p" || others.length > 0)
      throw new Misfit(
        `must not have anything but one paragraph in an entry of a list with ${list.type === "ol" ? "numbers" : "-"}`,
      );
    return lineOf(childrenOf(text), own);
  });

/** Title and anchor of a heading such as `Banned places {#banned}`. */
export const partsOf = (heading: string): { title: string; given?: string } => {
  const at = heading.lastIndexOf("{#");
  if (at === -1 || !heading.endsWith("}")) return { title: heading };
  return { title: heading.slice(0, at).trim(), given: heading.slice(at + 2, -1) };
};

const ANCHOR = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

export const anchorOf = (title: string, given: string | undefined): string => {
  const anchor =
    given ??
    title
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, "-")
      .replaceAll(/^-|-$/g, "");
  if (anchor.length <= 60 && ANCHOR.test(anchor)) return anchor;
  throw new Misfit(
    "needs an anchor of lower-case words joined by hyphens behind its heading, such as {#banned-places}",
  );
};

/** Runs something of which a section is part, and names the section where it fails. */
export const within = <T>(heading: string, make: () => T): T => {
  try {
    return make();
  } catch (error) {
    if (error instanceof Misfit) throw new Misfit(`"${heading.slice(0, 60)}" ${error.message}`);
    throw error;
  }
};

const OPTIONS = {
  tables: false,
  tasklists: false,
  noIndentedCodeBlocks: true,
  noHtmlBlocks: true,
} as const;

/** The blocks of a Markdown text. */
const blocksIn = (markdown: string): Element[] =>
  entriesOf(Bun.markdown.react(markdown, {}, OPTIONS) as unknown as Element);

const isTable = (piece: Piece): boolean =>
  typeof piece !== "string" && (piece.type === "table" || childrenOf(piece).some(isTable));

/**
 * Whether a text has a table. These texts have none: its bars are shown as they are written, in what
 * was published before anybody was told, too.
 */
export const hasTable = (markdown: string): boolean =>
  isTable(Bun.markdown.react(markdown, {}, { ...OPTIONS, tables: true }) as unknown as Element);

export type WrittenSection = { heading: string; blocks: Element[] };

/** What stands before the first `##` of a Markdown text, and the sections that begin with one. */
export const partedAtSections = (
  markdown: string,
  own: OwnTarget,
): { opening: Element[]; sections: WrittenSection[] } => {
  const opening: Element[] = [];
  const sections: WrittenSection[] = [];
  for (const block of blocksIn(markdown))
    if (block.type === "h2") sections.push({ heading: headingOf(block, own), blocks: [] });
    else (sections.at(-1)?.blocks ?? opening).push(block);
  return { opening, sections };
};

/** The sections of a Markdown text that consists of them. @throws {Misfit} where it does not. */
export const sectionsIn = (markdown: string, own: OwnTarget): WrittenSection[] => {
  const { opening, sections } = partedAtSections(markdown, own);
  if (opening.length > 0)
    throw new Misfit("must begin with the heading of a section, such as ## General rules");
  if (sections.length === 0) throw new Misfit("must have a section, such as ## General rules");
  return sections;
};
