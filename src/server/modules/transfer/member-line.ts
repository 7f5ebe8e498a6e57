import { isUtf16 } from "#server/config/given-environment.ts";
import { AppError } from "#server/core/errors.ts";
import { asStored } from "#server/modules/links/index.ts";
import {
  LENGTHS,
  type MemberColumn,
  type Platform,
  PLATFORMS,
} from "#shared/constants/accounts.ts";
import { POINTS_MAX } from "#shared/constants/points.ts";
import { REFUSED_LINE, TRANSFER } from "#shared/data-messages.ts";
import { emailKeyOf, emailProblem, personNameProblems } from "#shared/rules/account-fields.ts";
import { endOfDay } from "#shared/rules/local-time.ts";
import { line as lineOf } from "#shared/schemas/text.ts";

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

/** The cells of a line by their columns; what the file lacks is empty. */
export type MemberCells = Readonly<Record<MemberColumn, string>>;

/** A member as a line of the file names them. */
export type MemberLine = {
  line: number;
  email: string | null;
  emailKey: string | null;
  firstName: string;
  lastName: string;
  links: readonly { platform: Platform; externalId: string }[];
  points: number;
  tier: { key: string; until: Date } | null;
  createdAt: Date;
  /** Whether they wanted news by email there; false unless the file says so. */
  allowsMarketing: boolean;
};

/** Why a line is not imported, and which of its cells is to blame. */
export type Refusal = { line: number; column: MemberColumn; value: string; reason: string };

type Judge = {
  now: Date;
  timeZone: string;
  /** The keys of the community's tiers. */
  tiers: readonly string[];
};

export const PLATFORM_COLUMNS: Readonly<Record<Platform, MemberColumn>> = {
  discord: "discord_id",
  steam: "steam_id",
  minecraft: "minecraft_uuid",
  epic: "epic_id",
};
const IDS: Readonly<Record<Platform, RegExp>> = {
  discord: /^\d{15,20}$/,
  steam: /^7656\d{13}$/,
  minecraft: /^(?:[\da-f]{32}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i,
  epic: /^[\da-f]{32}$/i,
};

/** What an export puts before what a spreadsheet would calculate: `csvLine`. */
const GUARD = /(^|[;|\t\r\n])'(?=[\s"]*[=+\-@＝＋－＠])/gu;
const unguarded = (cell: string): string => cell.trim().replaceAll(GUARD, "$1");

const name = lineOf(LENGTHS.name);
const isName = (value: string): boolean =>
  name.safeParse(value).success &&
  Object.keys(personNameProblems({ firstName: value })).length === 0;

const idOf = (platform: Platform, value: string): string =>
  platform === "discord" ? value : asStored({ platform, playerId: value });

/** A day, or a moment with its offset; null for what is neither. */
const momentOf = (value: string): Date | null => {
  if (
    !/^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?$/.test(value)
  )
    return null;
  const isLocal = value.length > 10 && !/(?:Z|[+-]\d\d:?\d\d)$/.test(value);
  const at = new Date(`${value.replace(" ", "T")}${isLocal ? "Z" : ""}`);
  return Number.isNaN(at.getTime()) ? null : at;
};

const isDay = (value: string): boolean => {
  const at = /^\d{4}-\d\d-\d\d$/.test(value) ? new Date(`${value}T00:00:00Z`) : null;
  return at !== null && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(value);
};

/** What a cell says that is asked whether; an empty one says no. */
const YES_OR_NO: Readonly<Record<string, boolean>> = {
  "": false,
  yes: true,
  true: true,
  "1": true,
  no: false,
  false: false,
  "0": false,
};

/** The first thing that is wrong with a line; null for nothing. */
const problemOf = (
  cells: MemberCells,
  { now, tiers }: Judge,
): readonly [MemberColumn, string] | null => {
  const { email, points, tier, tier_until: until, created_at: created } = cells;
  if (email === "" && cells.discord_id === "") return ["email", REFUSED_LINE.nobody];
  if (email !== "" && emailProblem(email) !== null) return ["email", REFUSED_LINE.email];
  for (const column of ["first_name", "last_name"] as const)
    if (!isName(cells[column])) return [column, REFUSED_LINE.name(LENGTHS.name)];
  for (const platform of PLATFORMS) {
    const column = PLATFORM_COLUMNS[platform];
    const value = cells[column];
    if (value !== "" && !IDS[platform].test(value)) return [column, REFUSED_LINE[platform]];
  }
  const isPoints = /^[+-]?\d{1,10}$/.test(points) && Math.abs(Number(points)) <= POINTS_MAX;
  if (points !== "" && !isPoints) return ["points", REFUSED_LINE.points(POINTS_MAX)];
  if (tier !== "" && !tiers.includes(tier)) return ["tier", REFUSED_LINE.tier(tiers)];
  if (tier !== "" && !isDay(until)) return ["tier_until", REFUSED_LINE.tierEnd];
  if (tier === "" && until !== "") return ["tier_until", REFUSED_LINE.tierLacks];
  if (!(cells.news_by_email.toLowerCase() in YES_OR_NO))
    return ["news_by_email", REFUSED_LINE.yesOrNo];
  const at = created === "" ? now : momentOf(created);
  return at === null || at > now ? ["created_at", REFUSED_LINE.created] : null;
};

/** @param tiers for those that are written in another case. */
const trimmed = (cells: MemberCells, { tiers }: Judge): MemberCells => {
  const plain = Object.fromEntries(
    Object.entries(cells).map(([column, value]) => [column, unguarded(value)]),
  ) as MemberCells;
  const tier = tiers.find((key) => key.toLowerCase() === plain.tier.toLowerCase()) ?? plain.tier;
  return { ...plain, tier };
};

/** Reads a line as a member. */
export const readMemberLine = (
  line: number,
  given: MemberCells,
  judge: Judge,
): { member: MemberLine } | { refusal: Refusal } => {
  const cells = trimmed(given, judge);
  const problem = problemOf(cells, judge);
  if (problem !== null) {
    const [column, reason] = problem;
    return { refusal: { line, column, value: cells[column], reason } };
  }
  const { email, tier } = cells;
  const links = PLATFORMS.flatMap((platform) => {
    const value = cells[PLATFORM_COLUMNS[platform]];
    return value === "" ? [] : [{ platform, externalId: idOf(platform, value) }];
  });
  return {
    member: {
      line,
      email: email === "" ? null : email,
      emailKey: email === "" ? null : emailKeyOf(email),
      firstName: name.parse(cells.first_name) || TRANSFER.nameless,
      lastName: name.parse(cells.last_name),
      links,
      points: Number(cells.points),
      tier: tier === "" ? null : { key: tier, until: endOfDay(cells.tier_until, judge.timeZone) },
      createdAt: cells.created_at === "" ? judge.now : (momentOf(cells.created_at) ?? judge.now),
      allowsMarketing: YES_OR_NO[cells.news_by_email.toLowerCase()] === true,
    },
  };
};
