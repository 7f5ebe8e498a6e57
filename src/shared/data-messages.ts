import { MEMBER_COLUMNS } from "./constants/accounts.ts";
import { MINUTE_MS } from "./constants/time.ts";
import { numberText as count } from "./rules/format.ts";

/** By the code of the operating system. */
export const FILE_TROUBLES = {
  EACCES: (path: string) =>
    `This program may not use ${path}. Name a place that the user whom it runs as may read and write.`,
  EPERM: (path: string) =>
    `This program may not use ${path}. Name a place that the user whom it runs as may read and write.`,
  EROFS: (path: string) =>
    `${path} is on a disk that is read-only for this program. Name another place.`,
  ENOSPC: (path: string) => `There is no room left for ${path}. Make room, or name another place.`,
  EDQUOT: (path: string) => `There is no room left for ${path}. Make room, or name another place.`,
  ENOENT: (path: string) => `There is no ${path}, or no folder for it. Name one that is there.`,
  ENOTDIR: (path: string) => `A part of ${path} is a file and no folder. Name another place.`,
  EEXIST: (path: string) => `${path} is there already, and is no folder. Name another place.`,
  EISDIR: (path: string) => `${path} is a folder. Name a file.`,
} as const;

const SENTENCES: Readonly<Record<string, (path: string) => string>> = FILE_TROUBLES;

/**
 * What keeps a command from a file that it was given, in words.
 * @param code of the operating system.
 * @returns null for what no owner can mend.
 */
export const fileTroubleText = (code: string, path: string): string | null =>
  SENTENCES[code]?.(path.replace(/\.partial$/, "")) ?? null;

/** What a command prints could not be written. */
export const OUTPUT_FAILED = {
  full: "What this prints could not be written: there is no room left where it goes.",
  other: (code: string) => `What this prints could not be written (${code}).`,
} as const;

const FOLDER_CODES: Readonly<Record<string, string>> = {
  ENOSPC: "its disk is full. Make room, or set BACKUP_KEEP lower",
  EDQUOT: "the quota of its disk is used up. Make room, or set BACKUP_KEEP lower",
  EACCES: "this program may not write there. Give the folder to the user that the site runs as",
  EPERM: "this program may not write there. Give the folder to the user that the site runs as",
  EROFS:
    "it is read-only for this program. Either its disk is mounted so, or the unit of the service does not name the folder under ReadWritePaths",
  ENOENT: "it is not there. Mount its disk, or make the folder",
  ENOTDIR: "part of its path is a file",
  EEXIST: "part of its path is a file",
};

const UNREADABLE_CODES: Readonly<Record<string, (folder: string) => string>> = {
  ENOENT: (folder) =>
    `There is no folder ${folder}. Mount its disk, or set BACKUP_TO to the folder that has the backups.`,
  ENOTDIR: (folder) =>
    `${folder} is no folder, but a file or below one. Set BACKUP_TO to the folder that has the backups.`,
  EACCES: (folder) =>
    `This user may not read the backups in ${folder}. Run the command as the user that the site runs as.`,
};

type Bucket = { bucket: string; endpoint: string };

const BUCKET_CODES: Readonly<Record<string, (where: Bucket) => string>> = {
  ConnectionRefused: ({ endpoint }) => `Nothing answers at ${endpoint}. Check S3_ENDPOINT.`,
  ConnectionClosed: ({ endpoint }) => `${endpoint} hung up.`,
  FailedToOpenSocket: ({ endpoint }) => `${endpoint} cannot be reached. Check S3_ENDPOINT.`,
  ENOTFOUND: ({ endpoint }) => `The host of ${endpoint} has no address. Check S3_ENDPOINT.`,
  Timeout: ({ endpoint }) => `${endpoint} gives no answer.`,
  NoSuchBucket: ({ bucket, endpoint }) =>
    `There is no bucket ${bucket} at ${endpoint}. Make it, or correct BACKUP_TO.`,
  NoSuchKey: ({ bucket }) => `There is no such file in the bucket ${bucket}.`,
  InvalidAccessKeyId: ({ endpoint }) =>
    `${endpoint} does not know the key. Check S3_ACCESS_KEY_ID.`,
  SignatureDoesNotMatch: ({ endpoint }) =>
    `${endpoint} refuses the signature. Check S3_SECRET_ACCESS_KEY and S3_REGION.`,
  AccessDenied: ({ bucket }) =>
    `The key has no right to do this in the bucket ${bucket}. It must list, read, write and delete.`,
};

/** What is said of backups that the site makes, in the log, in doctor and to Admins. */
export const BACKUPS = {
  /** @param code of the operating system. */
  folderRefuses: (folder: string, code: string) =>
    `Backups cannot be put into ${folder}: ${FOLDER_CODES[code] ?? `the system says ${code}`}.`,
  /** @param code of the operating system. */
  unreadable: (folder: string, code: string) =>
    UNREADABLE_CODES[code]?.(folder) ??
    `The backups in ${folder} cannot be read: the system says ${code}.`,
  /** @param code, message of the service. */
  bucketRefuses: (where: Bucket, code: string, message: string) =>
    BUCKET_CODES[code]?.(where) ??
    `The bucket ${where.bucket} at ${where.endpoint} refuses (${code}: ${message}).`,
  bucketCut: (bucket: string, sentBytes: number, thereBytes: number) =>
    `The bucket ${bucket} has ${thereBytes} bytes of ${sentBytes} that were sent.`,

  beingMade: (folder: string) =>
    `A backup is being made in ${folder} already. Wait until it is done.`,
  uncopied: (reason: string) => `The database could not be copied: ${reason}`,
  diskFull: (folder: string) =>
    `There is no room in ${folder} for a copy of the database, which is made there first. Make room.`,
  changed: "What was read back is not what was copied. Check disk and memory of this machine.",
  /** @param reason what is wrong, a sentence. */
  unsound: (reason: string) => `The copy is not sound. ${reason}`,
  noTool: (tool: string) =>
    `${tool} is not installed here. On Debian and Ubuntu: apt install postgresql-client, of the server's version or newer; or let another machine run pg_dump, and unset BACKUP_TO.`,
  /** @param said by the tool. */
  toolFailed: (tool: string, said: string) => `${tool} failed: ${said}`,
  ended: (code: number | null) =>
    `The process that makes the backup ended with ${code ?? "a signal"} before it was done.`,
  tookTooLong: (hours: number) => `It was not done within ${hours} hours.`,

  subject: "The backup has failed",
  /** @param reason a sentence. */
  message: (reason: string) =>
    `The site could not back up its database. ${reason} It tries again within the hour; lynxden doctor says how it went.`,

  notConfigured:
    "BACKUP_TO is not set, so there is no place for backups. Set it, or name a file: lynxden backup FILE",
  /** @param file in its place. */
  made: (file: string, rows: number) => `${file} is a verified copy of the database: ${rows} rows.`,
  noneThere: (place: string) => `There is no backup in ${place}.`,
  /** Where none is of the engine that the site uses now. @param file the newest there. */
  othersThere: {
    sqlite: (place: string, file: string) =>
      `There is no backup of PostgreSQL in ${place}; the newest of SQLite is ${file}. Restore it without DATABASE_URL, and then take it to PostgreSQL: lynxden move.`,
    postgres: (place: string, file: string) =>
      `There is no backup of SQLite in ${place}; the newest of PostgreSQL is ${file}. Set DATABASE_URL to the database that is to take it.`,
  },
  /** The file is read to its end before anything is taken away, and then put back as a whole or not at all. */
  restoreDump: (file: string) =>
    [
      "PostgreSQL's own tools put it in the place of all that is in the database, while no instance runs:",
      `pg_restore --schema=public --strict-names --file=/dev/null "${file}" &&`,
      `psql "$DATABASE_URL" --command="DROP SCHEMA public CASCADE; CREATE SCHEMA public" &&`,
      `pg_restore --exit-on-error --single-transaction --no-owner --no-privileges --schema=public --dbname="$DATABASE_URL" "${file}" &&`,
      `psql "$DATABASE_URL" --command="DELETE FROM sessions"`,
    ].join("\n"),
  isThere: (file: string) =>
    `There is a file ${file} already. Restore that one, or move it away and try again.`,
  fetched: (file: string) => `${file} is a copy of the newest backup.`,
} as const;

/** What the command says that moves the database to the other engine. */
export const MOVE = {
  badTarget:
    "Name where to: postgres://user:password@host:port/database, or sqlite:FOLDER with the data folder.",
  moving: (table: string, rows: number) =>
    rows === 0 ? `Moving ${table} …` : `Moving ${table}: ${count(rows)} rows …`,
  comparing: (table: string) => `Comparing ${table} …`,
  table: (name: string, rows: number, digest: string) =>
    `${name.padEnd(22)}${count(rows).padStart(12)} rows, the same on both sides (SHA-256 ${digest.slice(0, 16)}…)`,
  sum: (name: string, sum: number) => `Sum of ${name}: ${count(sum)} on both sides`,
  ledger: (entries: number, broken: number) =>
    broken === 0
      ? `The ledger adds up on both sides: ${count(entries)} lines.`
      : `The ledger has ${count(broken)} of ${count(entries)} lines that do not add up, as it had before. "lynxden doctor" says more.`,
  audit: (entries: number, brokenAt: number | null) =>
    brokenAt === null
      ? `The audit's chain holds on both sides: ${count(entries)} lines.`
      : `The audit's chain is broken at line ${count(brokenAt)}, as it was before. "lynxden audit verify" says more.`,
  done: (rows: number) =>
    `All ${count(rows)} rows are moved. The database that they came from is as it was: keep it until the site runs well.`,
  /** @param from, to folders. */
  copyFiles: (from: string, to: string) =>
    `The files of tickets are no part of the database, and are not moved: copy ${from} to ${to} before the start, for the user that the site runs as.`,
  filesStay: (folder: string) =>
    `The files of tickets stay in ${folder}: start the site with the same DATA_DIR, or set ATTACHMENTS_TO to where you have copied them.`,
  nextPostgres:
    "Next: set DATABASE_URL to the address that you have just named, and start the site: lynxden serve",
  nextSqlite: (folder: string) =>
    `Next: remove DATABASE_URL, set DATA_DIR=${folder}, and start the site: lynxden serve`,
} as const;

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
