import { numberText as count } from "#shared/rules/format.ts";

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
