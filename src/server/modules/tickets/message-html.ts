import { MESSAGE_LINK } from "#shared/rules/message-html.ts";
import { escapeHtml } from "#shared/rules/text.ts";

type Element = {
  type: string;
  props: { children?: readonly Piece[]; href?: string; src?: string; alt?: string; start?: number };
};
type Piece = string | Element;

/** Nothing that people write to each other is longer; what is, is shown as plain text. */
const HTML_MAX = 60_000;
/** Deeper, quotes and lists are shown without their frames. */
const DEPTH_MAX = 8;

const OPTIONS = {
  tables: false,
  tasklists: false,
  strikethrough: false,
  noIndentedCodeBlocks: true,
  noHtmlBlocks: true,
  noHtmlSpans: true,
} as const;

/** Elements that stay what they are. Every other one is shown as its text. */
const KEPT: ReadonlySet<string> = new Set(["p", "strong", "em", "code", "ul", "li", "blockquote"]);

/** What a line of a quote has before what it says, and what an entry of a list has. */
const QUOTES = /^(?:[ \t]*>[ \t]?)*[ \t]*/;
const ENTRIES = /^(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*/;
const FENCE = /^(?:`{3,}|~{3,})/;
/** A heading, or what makes one of the line above. */
const HEADING = /^(?:#{1,6}(?:[ \t]|$)|=+[ \t]*$|-+[ \t]*$)/;
const RULE = /^(?:(?:-[ \t]*){3,}|(?:_[ \t]*){3,}|(?:\*[ \t]*){3,})$/;

/** The same Markdown, in which nothing outside of blocks of code is a heading or a rule. */
const withoutHeadings = (markdown: string): string => {
  let fence: string | null = null;
  const escaped = (line: string): string => {
    const [quotes = ""] = QUOTES.exec(line) ?? [];
    const entry = line.slice(quotes.length);
    if (fence === null && RULE.test(entry)) return `${quotes}\\${entry}`;
    const [marks = ""] = ENTRIES.exec(entry) ?? [];
    const said = entry.slice(marks.length);
    const [mark] = FENCE.exec(said) ?? [];
    if (mark !== undefined && (fence === null || mark.startsWith(fence)))
      fence = fence === null ? mark : null;
    return fence === null && HEADING.test(said) ? `${quotes}${marks}\\${said}` : line;
  };
  return markdown.split("\n").map(escaped).join("\n");
};

// Between these stands which of the places it is. They are no characters, and are taken out of what is typed.
const BEFORE = "\uFDD0";
const AFTER = "\uFDD1";
const MARKS = /[\uFDD0\uFDD1]/g;
const PLACES = /\uFDD0(\d+)\uFDD1/;
const MAY_STAND_BEFORE = /^[\s([{"'*_>,;.!?]$/;
const GOES_ON = /^[\p{L}\p{N}]/u;

/** What stands in a text and is no Markdown, whatever it is made of: an address, or a mention. */
type Place = { text: string; mention: number | null };
type Placed = { text: string; places: readonly Place[] };

const ADDRESS = /<(https?:\/\/[^\s<>]+)>|(https?:\/\/[^\s<>[\]"`]+)/gi;
const CLOSING = /[.,;:!?'"*_~)]$/;

/** An address without what belongs to the sentence around it, such as its full stop. */
const addressIn = (found: string): string => {
  let address = found;
  while (CLOSING.test(address)) {
    const opened = address.split("(").length >= address.split(")").length;
    if (address.endsWith(")") && opened) break;
    address = address.slice(0, -1);
  }
  return address;
};

/**
 * The text with a place for each address and each mention; of mentions the longest names first, as one
 * may begin with another.
 */
const withPlaces = (content: string, names: readonly string[]): Placed => {
  const places: Place[] = [];
  const place = (one: Place) => `${BEFORE}${places.push(one) - 1}${AFTER}`;
  let text = content.replaceAll(MARKS, "").replaceAll(ADDRESS, (found, enclosed?: string) => {
    const address = enclosed ?? addressIn(found);
    const rest = enclosed === undefined ? found.slice(address.length) : "";
    return `${place({ text: address, mention: null })}${rest}`;
  });
  for (const [mention, name] of [...names.entries()].toSorted(
    ([, a], [, b]) => b.length - a.length,
  )) {
    const at = `@${name}`;
    text = text
      .split(at)
      .reduce((before, after) =>
        GOES_ON.test(after) || !MAY_STAND_BEFORE.test(before.at(-1) ?? " ")
          ? `${before}${at}${after}`
          : `${before}${place({ text: at, mention })}${after}`,
      );
  }
  return { text, places };
};

/** Which of some names a text mentions: each as `@` and the name, not within a word. */
export const mentionedIn = (content: string, names: readonly string[]): ReadonlySet<number> =>
  new Set(withPlaces(content, names).places.flatMap(({ mention }) => mention ?? []));

/** Where a link leads, and whether its text says as much; null where browsers would follow it nowhere. */
const linkOf = (href: string, text: string) => {
  const url = URL.parse(href);
  if (url === null || !["http:", "https:"].includes(url.protocol)) return null;
  const isPlain =
    url.username === "" && text.toLowerCase().startsWith(`${url.protocol}//${url.hostname}`);
  url.username = "";
  url.password = "";
  return { href: url.href, host: url.host, isPlain };
};

/** @returns null where browsers would follow it nowhere. */
const anchor = (href: string, text: string): string | null => {
  const link = linkOf(href, text);
  if (link === null || text.trim() === "") return null;
  const { rel, target } = MESSAGE_LINK;
  const leads = link.isPlain
    ? ""
    : `<span class="leads"> (leads to ${escapeHtml(link.host)})</span>`;
  return `<a href="${escapeHtml(link.href)}" rel="${rel}" target="${target}">${escapeHtml(text)}</a>${leads}`;
};

const childrenOf = ({ props }: Element): readonly Piece[] => props.children ?? [];
const textOf = (piece: Piece): string =>
  typeof piece === "string" ? piece : childrenOf(piece).map(textOf).join("");

/** Writes pieces as HTML, of which nothing but the tags below is markup. */
const writer = (places: readonly Place[]) => {
  const split = (text: string, shown: (place: Place) => string, rest: (text: string) => string) =>
    text
      .split(PLACES)
      .map((piece, at) => {
        const place = at % 2 === 1 ? places[Number(piece)] : undefined;
        return place === undefined ? rest(piece) : shown(place);
      })
      .join("");
  const asTyped = (text: string) => split(text, (place) => place.text, String);
  const asShown = ({ text, mention }: Place) =>
    mention === null
      ? (anchor(text, text) ?? escapeHtml(text))
      : `<span class="mention">${escapeHtml(text)}</span>`;

  const inner = (piece: Element, depth: number): string =>
    childrenOf(piece)
      .map((child) => write(child, depth + 1))
      .join("");
  const write = (piece: Piece, depth: number): string => {
    if (typeof piece === "string")
      return split(piece, asShown, escapeHtml).replaceAll("\n", "<br>");
    const { type, props } = piece;
    const text = asTyped(textOf(piece));
    if (type === "br") return "<br>";
    if (type === "pre") return `<pre>${escapeHtml(text.replace(/\n$/, ""))}</pre>`;
    if (type === "code") return `<code>${escapeHtml(text)}</code>`;
    if (type === "a") return anchor(asTyped(props.href ?? ""), text) ?? inner(piece, depth);
    if (type === "img") {
      const src = asTyped(props.src ?? "");
      const alt = asTyped(props.alt ?? "");
      return anchor(src, alt === "" ? src : alt) ?? escapeHtml(alt);
    }
    if (type === "ol" && depth < DEPTH_MAX) {
      const { start = 1 } = props;
      return `<ol${start === 1 ? "" : ` start="${start}"`}>${inner(piece, depth)}</ol>`;
    }
    if (KEPT.has(type) && (depth < DEPTH_MAX || type === "p"))
      return `<${type}>${inner(piece, depth)}</${type}>`;
    return inner(piece, depth);
  };
  return (piece: Element) => inner(piece, 0);
};

/**
 * A message with its Markdown as HTML: bold, italics, code, lists, quotes, links and mentions. It is
 * built of the parts of the text and these tags alone, so that nothing that was typed becomes markup.
 * @param names of those who are mentioned.
 * @returns null where it would be too long.
 */
export const messageHtml = (content: string, names: readonly string[]): string | null => {
  const { text, places } = withPlaces(content, names);
  const parsed = Bun.markdown.react(withoutHeadings(text), {}, OPTIONS) as unknown as Element;
  const html = writer(places)(parsed);
  return html.length > HTML_MAX ? null : html;
};
