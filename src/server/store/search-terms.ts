import { and, eq, gte, inArray, lt, or, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { findsOne, SELECTIVE_ROWS_MAX } from "./selectivity.ts";
import type { Reader } from "./store.ts";

const LONGEST_WORD = 40;
const WORDS_MAX = 40;
/** Of a text beyond this, in characters, no word is looked up. */
const READ_MAX = 10_000;
const TERMS_MAX = 5;
/** Two letters of halfwidth kana are marks once they are decomposed. */
const MARK = /[\p{M}\uff9e\uff9f]/gu;
const NOT_A_WORD = /[^\p{L}\p{N}]+/u;
/** Greater than every character that a word may have. */
const LAST = "\u{10ffff}";

/** A text without case and accents, as it is looked up and sorted. */
export const plainTextOf = (text: string): string => {
  // Marks go before as well: many in a row would take long to sort.
  const bare = text.slice(0, READ_MAX).replaceAll(MARK, "");
  return bare.normalize("NFKD").replaceAll(MARK, "").toLowerCase();
};

/** The words of a text as they are looked up: lower case, without accents, each once. */
export const searchTermsOf = (...texts: readonly string[]): readonly string[] => {
  const words = plainTextOf(texts.join(" "))
    .split(NOT_A_WORD)
    .filter((word) => word !== "");
  // Halves of different characters are the same to the database: so they are here.
  const cut = words.map((word) => word.slice(0, LONGEST_WORD).toWellFormed());
  return [...new Set(cut)].slice(0, WORDS_MAX);
};

type TermTable = Parameters<ReturnType<Reader["select"]>["from"]>[0];

/** One of a few lengths: there are few statements to compile then. */
const padded = (values: readonly unknown[]): unknown[] => {
  const length = 2 ** Math.ceil(Math.log2(Math.max(values.length, 1)));
  return [...values, ...Array.from({ length: length - values.length }, () => values.at(-1))];
};

/** What a search finds. */
export type Found = {
  /** For `.where(...)`. */
  isFound: SQL;
  /** Whether it is asked of each row of the list in turn: those that pass may be far apart. */
  isScan: boolean;
};

/**
 * What has, for each word of the search, a word that begins like it. The rarest
 * word, where few rows have it, is looked up, and they are asked for by their ids. A common one would
 * lead to far too many, page or not: there each row of the list is asked in turn, until the page is
 * full, and so it is for the other words.
 * @param found.id the column of the rows that are listed.
 * @param found.table a table of search terms; `term` and `owner`, which names the row, are its columns.
 * @param marks what may stand before a word in the table, such as a sign of where it is from.
 * @returns undefined where nothing is searched for; what has neither letter nor digit finds nothing.
 */
export const matchesSearch = async (
  reader: Reader,
  search: string | undefined,
  found: { id: PgColumn; table: TermTable; term: PgColumn; owner: PgColumn },
  marks: readonly string[] = [""],
): Promise<Found | undefined> => {
  const { id, table, owner } = found;
  const ownersWhere = (condition: SQL | undefined) =>
    reader.select({ owner }).from(table).where(condition);
  const beginsLike = (beginning: string) =>
    and(gte(found.term, beginning), lt(found.term, beginning + LAST));
  const terms: { begins: SQL | undefined; owners: unknown[] }[] = [];
  for (const term of searchTermsOf(search ?? "").slice(0, TERMS_MAX)) {
    const ranges = marks.map((mark) => beginsLike(mark + term));
    const owners: unknown[] = [];
    // One after the other: for several ranges at once PostgreSQL reads the whole table.
    for (const range of ranges) {
      if (owners.length > SELECTIVE_ROWS_MAX) break;
      const rows = await ownersWhere(range).limit(SELECTIVE_ROWS_MAX + 1);
      owners.push(...rows.map((row) => row.owner));
    }
    terms.push({ begins: or(...ranges), owners });
  }
  const [rarest, ...others] = terms.toSorted((one, two) => one.owners.length - two.owners.length);
  if (rarest === undefined)
    return (search ?? "").trim() === "" ? undefined : { isFound: sql`1 = 0`, isScan: false };
  const isAsked = ({ begins }: typeof rarest) => findsOne(ownersWhere(and(eq(owner, id), begins)));
  const isNamed = ({ owners }: typeof rarest) => inArray(id, padded([...new Set(owners)]));
  if (rarest.owners.length === 0) return { isFound: sql`1 = 0`, isScan: false };
  const isScan = rarest.owners.length > SELECTIVE_ROWS_MAX;
  const conditions = [isScan ? isAsked(rarest) : isNamed(rarest), ...others.map(isAsked)];
  return { isFound: sql.join(conditions, sql` and `), isScan };
};
