import { isUtf16 } from "#server/config/text-file.ts";
import { AppError } from "#server/core/errors.ts";
import { REFUSED_LINE, TRANSFER } from "#shared/transfer-messages.ts";

/** A line of a CSV file, its end not included. */
export type CsvRecord = {
  /** Where it begins, from 1. */
  line: number;
  cells: string[];
  /** Why it cannot be read, if so; then `cells` has those before the one that is to blame. */
  fault?: { text: string; reason: string };
};

/** A member's line takes a few hundred bytes: so much is a community of a hundred thousand and more. */
const FILE_BYTES_MAX = 64 * 1024 * 1024;
const CELL_MAX = 2000;
/** Of a cell that cannot be read, so much is told. */
const TOLD_MAX = 100;

/** The first line that is not UTF-8, from 1. */
const badLineOf = (bytes: Uint8Array): number => {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let [line, from] = [1, 0];
  while (from < bytes.length) {
    const found = bytes.indexOf(0x0a, from);
    const end = found === -1 ? bytes.length : found;
    try {
      decoder.decode(bytes.subarray(from, end));
    } catch {
      return line;
    }
    [line, from] = [line + 1, end + 1];
  }
  return line;
};

/**
 * The text of a file, without a byte order mark.
 * @throws {AppError} `bad_request` for one that is too large or not UTF-8.
 */
export const decodeCsv = (bytes: Uint8Array): string => {
  if (bytes.length > FILE_BYTES_MAX)
    throw new AppError("bad_request", TRANSFER.tooLarge(FILE_BYTES_MAX / 1024 / 1024));
  if (isUtf16(bytes)) throw new AppError("bad_request", TRANSFER.utf16);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new AppError("bad_request", TRANSFER.notUtf8(badLineOf(bytes)));
  }
};

/** Where a quoted cell ends that begins at `from`: at its closing quote; -1 where there is none. */
const closingQuote = (text: string, from: number): number => {
  let at = text.indexOf('"', from + 1);
  while (at !== -1 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  return at;
};

const PLAIN = /[^",\r\n]*/y;
const SEPARATOR = /,|\r\n|\n|\r|$/y;
const CELL_END = /[,\r\n]|$/g;
const LINE_END = /\r\n|\n|\r|$/g;

/** The cell that begins at `from`, and where it ends; null where its quote is never closed. */
const cellAt = (text: string, from: number): { value: string; end: number } | null => {
  if (text[from] !== '"') {
    PLAIN.lastIndex = from;
    const value = PLAIN.exec(text)?.[0] ?? "";
    return { value, end: from + value.length };
  }
  const close = closingQuote(text, from);
  if (close === -1) return null;
  return { value: text.slice(from + 1, close).replaceAll('""', '"'), end: close + 1 };
};

const lineEndsIn = (text: string): number => text.match(/\r\n|\n|\r/g)?.length ?? 0;

/** What `pattern` finds from there on; it finds the end where it finds nothing else. */
const next = (pattern: RegExp, text: string, from: number): { start: number; end: number } => {
  pattern.lastIndex = from;
  const found = pattern.exec(text);
  const start = found?.index ?? text.length;
  return { start, end: start + (found?.[0].length ?? 0) };
};

const told = (value: string): string =>
  value.length > TOLD_MAX ? `${value.slice(0, TOLD_MAX)}…` : value;

/**
 * The lines of a CSV file (RFC 4180) with its header; those that are empty are left out. One with a quote
 * amid a cell, or with a cell of more than 2,000 characters, has a fault, and the next line is read as if
 * it were not there.
 * @throws {AppError} `bad_request` where a quote is never closed: nobody knows what comes after it.
 */
export function* readCsv(text: string): Generator<CsvRecord> {
  let [at, line, from] = [0, 1, 0];
  let record: CsvRecord = { line, cells: [] };
  while (at < text.length || record.cells.length > 0 || record.fault !== undefined) {
    const cell = cellAt(text, at);
    if (cell === null) throw new AppError("bad_request", TRANSFER.openQuote(record.line));
    SEPARATOR.lastIndex = cell.end;
    const end = SEPARATOR.exec(text)?.[0];
    if (end === undefined) {
      // Where its cells end nobody knows: it is taken for one line.
      const cellEnd = next(CELL_END, text, at).start;
      const fault = { text: told(text.slice(at, cellEnd)), reason: REFUSED_LINE.quote };
      yield { ...record, fault };
      at = next(LINE_END, text, from).end;
      line = record.line + 1;
    } else {
      if (cell.value.length > CELL_MAX)
        record.fault ??= { text: told(cell.value), reason: REFUSED_LINE.longCell(CELL_MAX) };
      if (record.fault === undefined) record.cells.push(cell.value);
      line += lineEndsIn(text.slice(at, cell.end)) + (end === "," || end === "" ? 0 : 1);
      at = cell.end + end.length;
      if (end === ",") continue;
      if (record.fault !== undefined || record.cells.some((value) => value !== "")) yield record;
    }
    from = at;
    record = { line, cells: [] };
  }
}
