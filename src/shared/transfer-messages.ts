import { MINUTE_MS } from "#shared/constants/time.ts";
import { MEMBER_COLUMNS } from "#shared/constants/transfer.ts";
import { numberText as count } from "#shared/rules/format.ts";

/** What is said of a line that is not imported; `value` is the cell that it is about. */
export const REFUSED_LINE = {
  nobody: "It names nobody: an email address or a Discord id is needed.",
  cells: (given: number, expected: number) =>
    `It has ${given} cells, and the header has ${expected}.`,
  quote:
    "It has a quote amid a cell. A cell with a quote stands in quotes itself, and the quote within is written twice.",
  longCell: (max: number) => `A cell has at most ${count(max)} characters.`,
  email: "That is no email address.",
  name: (max: number) =>
    `A name has at most ${max} characters, no link, and no control characters.`,
  discord: "That is no Discord id: 15 to 20 digits.",
  steam: "That is no SteamID64: 17 digits that begin with 7656.",
  minecraft: "That is no Minecraft UUID: 32 hexadecimal digits, with or without dashes.",
  epic: "That is no Epic account id: 32 hexadecimal digits.",
  points: (max: number) => `Points are a whole number of at most ${count(max)}.`,
  tier: (known: readonly string[]) =>
    known.length === 0
      ? "This community has no tiers."
      : `There is no such tier here. There are: ${known.join(", ")}.`,
  tierEnd: "A tier needs its last day in tier_until, as 2026-12-31.",
  tierLacks: "tier_until needs a tier.",
  created: "created_at is a day or moment in the past, as 2024-05-01 or 2024-05-01T12:00:00Z.",
  yesOrNo: "news_by_email is yes or no; an empty cell is no.",
  twice: (line: number) => `Line ${count(line)} has the same.`,
  taken: "It belongs to an account here.",
} as const;

const minutes = (all: number) => (all === 1 ? "a minute" : `${count(all)} minutes`);

/** Moving members in, and everything out. */
export const TRANSFER = {
  noFile: (file: string) => `There is no file ${file}.`,
  tooLarge: (max: number) =>
    `The file has more than ${max} MB: split it, with the header in each part.`,
  utf16:
    'The file is written in UTF-16. Save it as "CSV UTF-8", or convert it: iconv -f UTF-16 -t UTF-8 OLD.csv > NEW.csv',
  notUtf8: (line: number) =>
    `The file is not UTF-8: line ${count(line)} has characters of another encoding, such as Latin-1. Save it as "CSV UTF-8", or convert it: iconv -f LATIN1 -t UTF-8 OLD.csv > NEW.csv`,
  openQuote: (line: number) =>
    `Line ${count(line)} has a quote that is never closed, so nobody knows where its cell ends; nothing was imported. A quote within a quoted cell is written twice.`,
  badHeader: (cell: string, reason: string) => `The header cannot be read: "${cell}": ${reason}`,
  empty: `The file is empty. It needs a header: ${MEMBER_COLUMNS.join(",")}`,
  unknownColumn: (column: string) =>
    `The header has a column "${column}" that nobody knows. It takes these, in any order, separated by commas: ${MEMBER_COLUMNS.join(",")}`,
  columnTwice: (column: string) => `The header has the column "${column}" twice.`,
  noIdentity: "The header needs the column email or discord_id.",
  reason: "Brought along from the previous site",
  nameless: "Member",
  progress: (lines: number) => `${count(lines)} lines …`,
  refused: (line: number, column: string, value: string, reason: string) =>
    `Line ${count(line)}: ${column}${value === "" ? "" : ` "${value}"`}: ${reason}`,
  counts: (
    {
      lines,
      added,
      known,
      refused,
    }: {
      lines: number;
      added: number;
      known: number;
      refused: number;
    },
    isDryRun: boolean,
  ) =>
    `${count(lines)} ${lines === 1 ? "line" : "lines"}: ${count(added)} ${isDryRun ? "would be new" : "new"}, ${count(known)} here already, ${count(refused)} refused.`,
  points: (points: number, currency: string) => `${count(points)} ${currency} were credited.`,
  /** @param limit so many are sent in so long. */
  invited: (mails: number, { max, windowMs }: { max: number; windowMs: number }) => {
    const each = Math.ceil(windowMs / MINUTE_MS);
    return [
      `${count(mails)} ${mails === 1 ? "mail is" : "mails are"} on the way,`,
      `at most ${count(max)} ${each === 1 ? "a minute" : `in ${minutes(each)}`}:`,
      `the last in about ${minutes(Math.ceil(mails / max) * each)}.`,
      "The site sends them while it runs.",
    ].join(" ");
  },
  mailIsOff:
    "SMTP_URL is not set, so nobody can be mailed. Set it, or leave --invite out; nothing was imported.",
  brokenOff: (lines: number) =>
    `It was broken off after ${count(lines)} ${lines === 1 ? "line" : "lines"}, which are done. Run it again: what is here already is left out.`,
  dryRun: "Nothing was written: leave --dry-run out to import them.",
  howToClaim:
    "They wait for their owners, who claim them with a link by mail (Forgot your password?) or by registering with their Discord account.",
  exported: (files: readonly string[]) => `Written: ${files.join(", ")}`,
  fileExists: (file: string) => `${file} exists already. Name another file.`,
  folderExists: (file: string) => `${file} exists already. Name another folder.`,
} as const;
