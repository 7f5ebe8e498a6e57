/** What people write for a letter; `l` is read as `i`, since a one stands for both. */
const LEET: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "8": "b",
  "9": "g",
  "@": "a",
  $: "s",
  "!": "i",
  "|": "i",
  "+": "t",
  l: "i",
};

const withoutLeet = (text: string): string =>
  Array.from(text, (letter) => LEET[letter] ?? letter).join("");

const LETTER = /\p{L}/u;
const LETTER_OR_NUMBER = /[\p{L}\p{N}]/u;

/** Ends are walked over, not searched: a long password costs no more than its length. */
const endsAt = (signs: readonly string[], kept: RegExp): number =>
  signs.findLastIndex((sign) => kept.test(sign)) + 1;

const withoutOuterSigns = (text: string): string => {
  const signs = Array.from(text);
  const start = signs.findIndex((sign) => LETTER_OR_NUMBER.test(sign));
  return start === -1 ? "" : signs.slice(start, endsAt(signs, LETTER_OR_NUMBER)).join("");
};

const withoutEndingDigits = (text: string): string => {
  const signs = Array.from(text);
  return signs.slice(0, endsAt(signs, LETTER)).join("");
};

/**
 * What a password is made of, as it is compared with lists and names: lower case, outer special
 * characters and digits at the end cut, and digits and signs read as the letters for which they stand
 * [SAFE-01]. What stands at the end may be a letter, too, so there are several ways to read it.
 */
export const passwordWords = (password: string): string[] => {
  const lower = password.normalize("NFKC").toLowerCase();
  const inner = withoutOuterSigns(lower);
  const words = [withoutEndingDigits(inner), inner, lower].map(withoutLeet);
  return [...new Set(words)];
};
