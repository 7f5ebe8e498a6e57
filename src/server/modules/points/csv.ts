/** By what a spreadsheet takes a text for a formula, also behind spaces and in full width. */
const FORMULA = /^\s*[=+\-@＝＋－＠]/u;

/** A cell of text: a spreadsheet shows it, and never calculates it. */
const textCell = (value: string): string => {
  const harmless = FORMULA.test(value) || /^[\t\r\n]/.test(value) ? `'${value}` : value;
  return `"${harmless.replaceAll('"', '""')}"`;
};

/** One line of a CSV file (RFC 4180), its end included. Numbers stay numbers. */
export const csvLine = (cells: readonly (string | number)[]): string =>
  `${cells.map((cell) => (typeof cell === "number" ? String(cell) : textCell(cell))).join(",")}\r\n`;
