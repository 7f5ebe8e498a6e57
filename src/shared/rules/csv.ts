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
