const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text that may stand in HTML, between tags or in a quoted attribute. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);

/** The one of some words that a text means, in whatever case it is written; undefined for none. */
export const inAnyCase = <T extends string>(words: readonly T[], text: string): T | undefined => {
  const asked = text.toLowerCase();
  return words.find((word) => word.toLowerCase() === asked);
};

/** A name as people take it for the same one, however it is spelled. */
export const spelledAlike = (name: string): string =>
  name
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");

/** Some names in a sentence, one at least: "A", "A or B", "A, B or C". */
export const anyOf = (names: readonly string[]): string =>
  [names.slice(0, -1).join(", "), ...names.slice(-1)].filter(Boolean).join(" or ");

/** Whether a language is the program's own. @param tag such as `en`, `en-GB` or `de`. */
export const isEnglish = (tag: string): boolean => /^en(?:-|$)/i.test(tag);

/** The scripts that are written from right to left, and the languages that have one of these by themselves. */
const RIGHT_TO_LEFT_SCRIPTS = new Set(["Adlm", "Arab", "Hebr", "Nkoo", "Rohg", "Syrc", "Thaa"]);
const RIGHT_TO_LEFT_LANGUAGES = new Set([
  "ar",
  "ckb",
  "dv",
  "fa",
  "he",
  "iw",
  "ks",
  "nqo",
  "ps",
  "sd",
  "syr",
  "ug",
  "ur",
  "yi",
]);

/**
 * The attributes of elements that hold nothing but texts in a language: itself and, where it is written from
 * right to left, its direction. None where it is the program's own.
 * @param tag such as `en`, `de-AT`, `ar` or `uz-Arab`.
 */
export const langAttributes = (tag: string): { lang?: string; dir?: "rtl" } => {
  if (isEnglish(tag)) return {};
  const [language = "", ...rest] = tag.split("-");
  const script = rest.find((part) => part.length === 4 && /^[a-z]+$/i.test(part));
  const isRightToLeft =
    script === undefined
      ? RIGHT_TO_LEFT_LANGUAGES.has(language.toLowerCase())
      : RIGHT_TO_LEFT_SCRIPTS.has(script[0]?.toUpperCase() + script.slice(1).toLowerCase());
  return { lang: tag, ...(isRightToLeft && { dir: "rtl" }) };
};

/** What every sentence of the community may have in braces: its name, and its currency's. */
const PLACEHOLDERS = ["name", "currency"] as const;

const IN_BRACES = /\{([^{}]*)\}/g;

/** What a text has in braces. */
export const placeholdersIn = (text: string): readonly string[] =>
  [...text.matchAll(IN_BRACES)].map(([, name = ""]) => name);

/** What a text may have in braces. @param more beside what every text may have. */
export const placeholders = (...more: readonly string[]): readonly string[] => [
  ...PLACEHOLDERS,
  ...more,
];

/**
 * What the community wrote with what its placeholders stand for: a text, or all texts of a section.
 * @param words by the names of placeholders; what has no such name stays as it is.
 */
export const filledIn = <Value>(value: Value, words: Readonly<Record<string, string>>): Value => {
  const fill = (one: unknown): unknown => {
    if (typeof one === "string")
      return one.replaceAll(IN_BRACES, (whole, name: string) => words[name] ?? whole);
    if (Array.isArray(one)) return one.map(fill);
    if (typeof one !== "object" || one === null) return one;
    return Object.fromEntries(Object.entries(one).map(([name, inner]) => [name, fill(inner)]));
  };
  // Texts alone change, and stay texts.
  return fill(value) as Value;
};

/** Our deepest input has five levels. */
const DEPTH_MAX = 32;
/** Of the signs of JSON, in UTF-16. */
const SIGN = {
  quote: 0x22,
  backslash: 0x5c,
  list: 0x5b,
  listEnd: 0x5d,
  object: 0x7b,
  objectEnd: 0x7d,
};

/** True of JSON that nests deeper than anything we take: whoever walks it could run out of stack. */
export const isTooDeep = (json: string): boolean => {
  let depth = 0;
  let isInString = false;
  for (let index = 0; index < json.length; index += 1) {
    const code = json.charCodeAt(index);
    if (isInString && code === SIGN.backslash) index += 1;
    else if (code === SIGN.quote) isInString = !isInString;
    else if (isInString) continue;
    else if (code === SIGN.listEnd || code === SIGN.objectEnd) depth -= 1;
    else if (code === SIGN.list || code === SIGN.object) depth += 1;
    if (depth > DEPTH_MAX) return true;
  }
  return false;
};
