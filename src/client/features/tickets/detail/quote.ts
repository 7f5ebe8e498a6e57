import { LENGTHS } from "#shared/constants/accounts.ts";

/** Of a long message so much is quoted. */
const QUOTED_MAX = 600;

/** A name in which nothing is Markdown. */
const escaped = (name: string): string => name.replaceAll(/[\\`*_[\]<>]/g, String.raw`\$&`);

/**
 * A message as a Markdown quote with the name of its author, ready to be answered. What it quotes itself
 * is left out.
 */
export const quoteOf = (name: string, content: string): string => {
  const own = content
    .split("\n")
    .filter((line) => !line.startsWith(">"))
    .join("\n")
    .trim();
  const letters = Array.from(own);
  const short =
    letters.length > QUOTED_MAX ? `${letters.slice(0, QUOTED_MAX).join("").trimEnd()}…` : own;
  const lines = [`**${escaped(name)}:**`, ...short.split("\n")];
  return `${lines.map((line) => `> ${line}`.trimEnd()).join("\n")}\n\n`;
};

/** A text with a quote at its end, where there is room for it. */
export const withQuote = (text: string, quote: string): string => {
  const before = text.trim() === "" ? "" : `${text.trimEnd()}\n\n`;
  const next = `${before}${quote}`;
  return next.length > LENGTHS.message ? text : next;
};
