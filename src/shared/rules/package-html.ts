import { escapeHtml } from "#shared/escape-html.ts";

/** Everything besides links that the description of a package may consist of, without attributes. */
export const PACKAGE_TAGS: readonly string[] =
  "p br hr strong b em i u s small sub sup code span h4 ul ol li blockquote table thead tbody tr th td".split(
    " ",
  );

/** What every link of it bears besides its https address. */
export const LINK_ATTRIBUTES = { rel: "noopener nofollow ugc", target: "_blank" } as const;

const ATTRIBUTES = Object.entries(LINK_ATTRIBUTES)
  .map(([name, value]) => ` ${name}="${value}"`)
  .join("");
const TAGS = PACKAGE_TAGS.join("|");
const PLAIN = new RegExp(
  `^<(?:/?(?:${TAGS})|(?:br|hr) /|/a|a href="https://[^"<>\\s]+"${ATTRIBUTES})>$`,
);

/**
 * Lets exactly those tags stand that cleaned HTML consists of, each in its one spelling, and turns
 * everything else into text: no id, name, class or handler, and no element that could run or load.
 */
export const onlyPlainTags = (html: string): string =>
  html.replaceAll(/<[^<>]*>?|>/g, (tag) => (PLAIN.test(tag) ? tag : escapeHtml(tag)));
