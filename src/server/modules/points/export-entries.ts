import type { MemberCtx } from "#server/context/context.ts";
import type { StatementFilter } from "#shared/schemas/points.ts";
import { ownerOf, readEntries } from "./entries.ts";

/** By which spreadsheets know that it is UTF-8. */
const BYTE_ORDER_MARK = "\uFEFF";

/**
 * A member's whole statement as CSV, newest first: one's own, and to Admins anybody's.
 * @throws {AppError} `not_found` for another member's, `too_many_requests`.
 */
export const exportEntries = async (ctx: MemberCtx, filter: StatementFilter): Promise<string> => {
  const { actor } = ctx;
  const userId = await ownerOf(ctx, filter, "statement.exported");
  await ctx.write((tx) => tx.count("exportsByMember", actor.userId));
  const parts = [BYTE_ORDER_MARK, csvLine(["Time (UTC)", "Kind", "Points", "Balance", "Reason"])];
  for await (const entries of readEntries(ctx, userId, filter))
    for (const { at, kind, delta, balance, reason } of entries)
      parts.push(csvLine([at, kind, delta, balance, reason]));
  return parts.join("");
};

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
