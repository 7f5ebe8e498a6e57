import { escapeHtml } from "./text.ts";

/** The policies through which our own code may make a script of an address, and markup of a text. */
export const TRUSTED_TYPES = {
  /** Of `src/client/boot.js`: the application's own script. */
  start: "start",
  /** Of `src/client/features/shop/package-card.tsx`: what the shop says of a package. */
  packageHtml: "package-html",
  /** Of `src/client/features/site-editor/preview-frame.tsx`: a mail, in a frame without scripts. */
  mail: "mail",
  /** Of `src/client/features/tickets/detail/message-line.tsx`: what people write on tickets. */
  messageHtml: "message-html",
} as const;

/** Everything besides links that the description of a package may consist of, without attributes. */
export const PACKAGE_TAGS: readonly string[] =
  "p br hr strong b em i u s small sub sup code span h4 ul ol li blockquote table thead tbody tr th td".split(
    " ",
  );

/** What every link of it bears besides its https address. */
export const LINK_ATTRIBUTES = { rel: "noopener nofollow ugc", target: "_blank" } as const;

const PLAIN: ReadonlySet<string> = new Set([
  ...PACKAGE_TAGS.flatMap((name) => [`<${name}>`, `</${name}>`]),
  "<br />",
  "<hr />",
  "</a>",
]);
const LINK_START = '<a href="https://';
const LINK_END = `"${Object.entries(LINK_ATTRIBUTES)
  .map(([name, value]) => ` ${name}="${value}"`)
  .join("")}>`;

const isPlainLink = (tag: string): boolean =>
  tag.startsWith(LINK_START) &&
  tag.endsWith(LINK_END) &&
  !/["\s]/.test(tag.slice(LINK_START.length, -LINK_END.length));

/**
 * Lets exactly those tags stand that cleaned HTML consists of, each in its one spelling, and turns
 * everything else into text: no id, name, class or handler, and no element that could run or load.
 */
export const onlyPlainTags = (html: string): string =>
  html.replaceAll(/<[^<>]*>?|>/g, (tag) =>
    PLAIN.has(tag) || isPlainLink(tag) ? tag : escapeHtml(tag),
  );
