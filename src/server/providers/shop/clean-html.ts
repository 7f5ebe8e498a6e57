import sanitize from "sanitize-html";
import { LINK_ATTRIBUTES, PACKAGE_TAGS } from "#shared/rules/package-html.ts";

/** Far more than any description says; what is behind it is left out. */
const HTML_MAX = 20_000;

/** Their text is not meant for people, or is read by other rules than HTML's. */
const WITHOUT_TEXT =
  "script style textarea option noscript noembed noframes iframe object svg math template title xmp plaintext".split(
    " ",
  );

/** Headings of a page are none inside a card. */
const HEADINGS = Object.fromEntries(["h1", "h2", "h3", "h5", "h6"].map((name) => [name, "h4"]));

/** Where a link leads; null for everything but https, and for addresses that pose as another. */
const linkTarget = (raw: string | undefined): string | null => {
  const url = URL.parse(raw ?? "");
  return url?.protocol === "https:" && url.username === "" && url.password === "" ? url.href : null;
};

/**
 * HTML that is safe to show, of HTML that anybody may have written: text, lists, tables and https
 * links, without styles, classes, pictures and whatever else runs, loads or lies over the page.
 */
export const cleanHtml = (raw: string): string =>
  sanitize(raw.slice(0, HTML_MAX), {
    allowedTags: [...PACKAGE_TAGS, "a"],
    allowedAttributes: { a: ["href", "rel", "target"] },
    allowedSchemes: ["https"],
    allowProtocolRelative: false,
    nonTextTags: WITHOUT_TEXT,
    parseStyleAttributes: false,
    nestingLimit: 30,
    transformTags: {
      ...HEADINGS,
      a: (_, { href }): sanitize.Tag => {
        const target = linkTarget(href);
        // Its words stay. A tag that is not allowed would leave the next link without its end.
        if (target === null) return { tagName: "span", attribs: {} };
        return { tagName: "a", attribs: { href: target, ...LINK_ATTRIBUTES } };
      },
    },
  }).trim();
