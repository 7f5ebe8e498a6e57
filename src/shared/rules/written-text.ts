import { REPLY_PLACEHOLDER_NAMES, type ReplyPlaceholder } from "#shared/constants/desk.ts";
import { escapeHtml } from "./text.ts";

/**
 * The last part of an address that follows from a title: "Ärger im Süden" is at `arger-im-suden`.
 * @returns "" for a title without letters for one.
 */
export const slugOf = (title: string, max: number): string =>
  title
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll("ß", "ss")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, max)
    .replaceAll(/^-|-$/g, "");

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

/** A word in braces. */
const PLACEHOLDER = /\{([\p{L}_-]{1,40})\}/gu;

const isKnown = (name: string): name is ReplyPlaceholder =>
  (REPLY_PLACEHOLDER_NAMES as readonly string[]).includes(name);

/** The first word in braces that stands for nothing, without the braces; null where there is none. */
export const unknownPlaceholder = (text: string): string | null => {
  for (const [, name = ""] of text.matchAll(PLACEHOLDER)) if (!isKnown(name)) return name;
  return null;
};

/** A text with what its placeholders stand for. What is filled in is not looked at again. */
export const fillReply = (
  text: string,
  values: Readonly<Record<ReplyPlaceholder, string>>,
): string =>
  text.replaceAll(PLACEHOLDER, (whole, name: string) => (isKnown(name) ? values[name] : whole));
