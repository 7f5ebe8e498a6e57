import { escapeHtml } from "./text.ts";

/** What every link of a message bears besides its address: what it leads to learns nothing of the ticket. */
export const MESSAGE_LINK = { rel: "noopener noreferrer nofollow ugc", target: "_blank" } as const;

const TAGS: ReadonlySet<string> = new Set([
  ...["p", "strong", "em", "code", "pre", "ul", "ol", "li", "blockquote"].flatMap((name) => [
    `<${name}>`,
    `</${name}>`,
  ]),
  "<br>",
  "</a>",
  '<span class="mention">',
  '<span class="leads">',
  "</span>",
]);
const END = Object.entries(MESSAGE_LINK)
  .map(([name, value]) => ` ${name}="${value}"`)
  .join("");
const LINK_START = /^<a href="https?:\/\/[^"\s<>]+"/;
const LIST = /^<ol start="\d{1,9}">$/;

const isLink = (tag: string): boolean => {
  const [start] = LINK_START.exec(tag) ?? [];
  return start !== undefined && tag === `${start}${END}>`;
};

/**
 * Lets exactly those tags stand of which the server makes a message, each in its one spelling, and
 * turns everything else into text.
 */
export const onlyMessageTags = (html: string): string =>
  html.replaceAll(/<[^<>]*>?|>/g, (tag) =>
    TAGS.has(tag) || isLink(tag) || LIST.test(tag) ? tag : escapeHtml(tag),
  );
