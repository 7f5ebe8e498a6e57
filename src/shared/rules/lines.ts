import { COUNT_MAX } from "#shared/constants/lists.ts";

/** A price as Tebex writes it, such as 4.99, in hundredths, in which sums stay exact. */
export const toCents = (amount: number): number => Math.round(amount * 100);

/** What a badge shows: the number, "99+" where there are more. */
export const countText = (count: number): string =>
  count >= COUNT_MAX ? `${COUNT_MAX - 1}+` : String(count);

/** What a link or button with a badge is called: "Notifications, 3 unread"; without one for 0. */
export const countedName = (label: string, count: number, unit: string): string =>
  count > 0 ? `${label}, ${countText(count)} ${unit}` : label;

/** By which spreadsheets know that a file is UTF-8. */
export const BYTE_ORDER_MARK = "\uFEFF";

/** By what a spreadsheet takes a text for a formula, also behind spaces and quotes, and in full width. */
const FORMULA = /^[\s"]*[=+\-@＝＋－＠]/u;

/** Behind these a cell begins where a spreadsheet splits the file by them instead of by commas. */
const AFTER_SEPARATOR = /(?<=[;|\t\r\n])/u;

/** A cell of text: a spreadsheet shows it, and never calculates it. */
const textCell = (value: string): string => {
  const harmless = value
    .split(AFTER_SEPARATOR)
    .map((part) => (FORMULA.test(part) || /^[\t\r\n]/.test(part) ? `'${part}` : part))
    .join("");
  return `"${harmless.replaceAll('"', '""')}"`;
};

/** One line of a CSV file (RFC 4180), its end included. Numbers stay numbers. */
export const csvLine = (cells: readonly (string | number)[]): string =>
  `${cells.map((cell) => (typeof cell === "number" ? String(cell) : textCell(cell))).join(",")}\r\n`;

const GUEST = "Guest";
const LONGEST_FULL_SIZE = 12;

/**
 * What a member is called on the site: the Discord name before any `#`, its first letter
 * capitalised, "Guest" where nothing is left [NAV-05].
 */
export const displayNameOf = (discordName: string | null | undefined): string => {
  const [beforeHash = ""] = (discordName ?? "").split("#");
  const [first, ...rest] = beforeHash.trim();
  return first === undefined ? GUEST : first.toLocaleUpperCase("en") + rest.join("");
};

/** True for a name over 12 characters, which uses a smaller font. */
export const isLongName = (name: string): boolean => Array.from(name).length > LONGEST_FULL_SIZE;

/** What somebody is called by their names: "Ada Byron". */
export const fullName = ({
  firstName,
  lastName,
}: {
  firstName: string;
  lastName: string;
}): string => `${firstName} ${lastName}`.trim();

// Refused: C0 and C1 controls, and the characters that reorder the text around them.
const NOT_IN_A_LINE = /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
// Likewise, but for tabs and line ends.
const NOT_IN_A_TEXT = /(?![\t\n])[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** Whether a text has none of what may not stand in one line. */
export const isLine = (value: string): boolean => !NOT_IN_A_LINE.test(value);
export const NO_LINE = "must be one line without control characters";

/** Whether a text of several lines has none of what may not stand in one. */
export const isText = (value: string): boolean => !NOT_IN_A_TEXT.test(value);

/** A text as one line: what may not stand in one is a space, or goes at its ends. */
export const asLine = (value: string): string =>
  value.split(NOT_IN_A_LINE).filter(Boolean).join(" ").trim();

const SEEN = /[^\p{Z}\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Whether anything of a text can be seen: some characters show nothing, and are no spaces either. */
export const isSeen = (value: string): boolean => SEEN.test(value);

/** No script stacks that many marks on a letter; to sort them takes the square of their number. */
const STACK = /\p{M}{31}/u;

/** Whether a letter has more marks than any script knows. Such a text must not be normalised. */
export const hasStacks = (value: string): boolean => STACK.test(value);

/** Without stacks of marks that no script knows, so that a text is quickly normalised. */
export const withoutStacks = (value: string): string => value.split(STACK).join("");

/** A line as it is kept: in NFC, and without spaces at its ends. */
export const tidyLine = (value: string): string => value.normalize("NFC").trim();
