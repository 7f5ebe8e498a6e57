import {
  and,
  asc,
  desc,
  eq,
  gt,
  gte,
  inArray,
  lt,
  lte,
  or,
  type SQL,
  sql,
  type SQLWrapper,
} from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Reader } from "./store.ts";

/** So many rows are quickly looked up by their ids. */
const SELECTIVE_ROWS_MAX = 256;

/** A query that has no limit of its own yet. */
export type Limitable<Row> = { limit(rows: number): PromiseLike<readonly Row[]> };

/**
 * What a condition finds, where that is little enough to be named by ids. A common one leads to far
 * too many, page or not: there each row of the list is asked in turn, until the page is full. Either
 * way alone would walk everything for the other kind.
 * @param query without a limit of its own.
 * @returns null where there are more than 256.
 */
export const findFew = async <Row>(query: Limitable<Row>): Promise<readonly Row[] | null> => {
  const rows = await query.limit(SELECTIVE_ROWS_MAX + 1);
  return rows.length > SELECTIVE_ROWS_MAX ? null : rows;
};

/**
 * Asks each row of a list in turn whether a query of one column finds something for it. Not `exists`,
 * which PostgreSQL makes a join of: that is, it finds all before it gives the first.
 */
export const findsOne = (query: { limit(rows: number): SQLWrapper }): SQL =>
  sql`(${query.limit(1)}) is not null`;

/** Clocks of instances differ a little: so far, ids may be out of step with the time. */
const SKEW_MS = 60_000;

/** Not every database can write a moment of any year: from here on nothing has happened. */
const LAST_MOMENT_MS = Date.UTC(9000, 0);

const momentOf = (time: string): number => Math.min(Math.max(Date.parse(time), 0), LAST_MOMENT_MS);

/**
 * For `.where(...)`: what came in a period, of a list that goes by its ids. Those around it are looked
 * up by an index on time and id, so that neither anything older nor anything newer is walked.
 * @param period times in ISO: the first moment, and the first one after it; undefined for no bound.
 */
export const isWithin = async (
  reader: Reader,
  { id, at }: { id: PgColumn; at: PgColumn },
  { from, until }: { from?: string | undefined; until?: string | undefined },
): Promise<SQL | undefined> => {
  const nextTo = async (isThere: SQL, order: typeof asc) => {
    const [found] = await reader
      .select({ id })
      .from(id.table)
      .where(isThere)
      .orderBy(order(at), order(id))
      .limit(1);
    return found?.id;
  };
  const wanted: (SQL | undefined)[] = [];
  if (from !== undefined) {
    const fromMs = momentOf(from);
    const before = await nextTo(lt(at, new Date(fromMs - SKEW_MS)), desc);
    wanted.push(gte(at, new Date(fromMs)), before === undefined ? undefined : gt(id, before));
  }
  if (until !== undefined) {
    const untilMs = momentOf(until);
    const after = await nextTo(gte(at, new Date(untilMs + SKEW_MS)), asc);
    wanted.push(lt(at, new Date(untilMs)), after === undefined ? undefined : lt(id, after));
  }
  return and(...wanted);
};

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

/** All words of a text as they are looked up: lower case, without accents, each once. */
export const allTermsOf = (text: string): readonly string[] => {
  const words = plainTextOf(text)
    .split(NOT_A_WORD)
    .filter((word) => word !== "");
  // Halves of different characters are the same to the database: so they are here.
  return [...new Set(words.map((word) => word.slice(0, LONGEST_WORD).toWellFormed()))];
};

/** The words of short texts, as of names: the first forty. */
export const searchTermsOf = (...texts: readonly string[]): readonly string[] =>
  allTermsOf(texts.join(" ")).slice(0, WORDS_MAX);

type TermTable = Parameters<ReturnType<Reader["select"]>["from"]>[0];

/** One of a few lengths: there are few statements to compile then. */
const padded = (values: readonly unknown[]): unknown[] => {
  const length = 2 ** Math.ceil(Math.log2(Math.max(values.length, 1)));
  return [...values, ...Array.from({ length: length - values.length }, () => values.at(-1))];
};

/** For `.where(...)`: the column is one of these, however many there are. */
export const isAmong = (column: PgColumn, values: readonly unknown[]): SQL =>
  inArray(column, padded(values));

/** One place where a word may stand that is searched for. */
export type Lookup = {
  /** Names the rows of the list that have it; without a limit of its own. */
  rows: SQLWrapper & {
    limit(rows: number): SQLWrapper & PromiseLike<readonly { owner: unknown }[]>;
  };
  /** Whether the row of the list that is asked has it. */
  has: SQL;
};

/**
 * Where the words of texts stand by which rows are found: the same table of terms on both engines.
 * `term` and `owner`, which names the row, are its columns.
 */
export type TextIndex = { table: TermTable; term: PgColumn; owner: PgColumn };

/** For `.where(...)`: a term that begins like this. */
export const beginsWith = (term: PgColumn, beginning: string): SQL | undefined =>
  and(gte(term, beginning), lt(term, beginning + LAST));

/**
 * What a word finds in an index.
 * @param id names the rows of the list that is searched.
 */
export const lookUp = (
  reader: Reader,
  { table, term, owner }: TextIndex,
  id: PgColumn,
  beginning: string,
): Lookup => {
  const ownersWhere = (condition: SQL | undefined) =>
    reader.select({ owner }).from(table).where(condition);
  const begins = beginsWith(term, beginning);
  return { rows: ownersWhere(begins), has: findsOne(ownersWhere(and(eq(owner, id), begins))) };
};

/**
 * What a search finds, for `.where(...)`, and how that is asked. `ids`: of few rows, by their ids, wherever they stand
 * in the list. `set`: of each row of the list in turn, whether it is in a set that the statement makes first; `looks`
 * says the same without one, for so few rows that a set costs more, and `upTo` finds out which rows come no later than
 * the last that is found, where ids are numbers: in a list of the newest first no other has to be asked. `scan`: each
 * row of the list takes a look into the index, so that a list of which few rows may pass is to be read in stretches.
 */
export type Found =
  | { how: "ids" | "scan"; isFound: SQL }
  | { how: "set"; isFound: SQL; looks: SQL; upTo: () => Promise<SQL> };

/** What a search finds, before it is known how rare that is. */
export type Search = {
  /** What each row of a list can be asked at once, for `.where(...)`; null where so few rows have a word that they are named. */
  looks: SQL | null;
  /** Counts how many rows have each word, up to a bound, and says how they are best found. */
  find: () => Promise<Found>;
};

const NOTHING: Found = { isFound: sql`1 = 0`, how: "ids" };
const NOTHING_AT_ALL: Search = { looks: null, find: () => Promise.resolve(NOTHING) };

/** So many rows are named in each way, at most. */
type Most = {
  /** By their ids. */
  ids: number;
  /** As a set that is made once for each statement; 0 for never. */
  set: number;
};

/** Whether the row is one of a set, which both engines make once, and look into for each row of the list in turn. */
const isInSet = (id: PgColumn, rows: SQLWrapper): SQL =>
  // Anything plainer makes them read the set first and sort what they find, however much that is.
  sql`case when ${id} in (${rows}) then 1 end = 1`;

/** How many rows a lookup names, up to so many. */
const countUpTo = async (reader: Reader, { rows }: Lookup, most: number): Promise<number> => {
  const [counted] = await reader
    .select({ rows: sql`count(*)`.mapWith(Number) })
    .from(sql`(${rows.limit(most)}) as named`);
  return counted?.rows ?? 0;
};

/** The greatest id that a word names. */
const lastOf = async (reader: Reader, { places }: Word): Promise<number> => {
  let last = 0;
  for (const { lookup } of places) {
    const [found] = await reader
      .select({ last: sql`max(named.owner)`.mapWith(Number) })
      .from(sql`(with of_word(owner) as ${lookup.rows} select owner from of_word) as named`);
    last = Math.max(last, found?.last ?? 0);
  }
  return last;
};

/** So many rows are read before more are counted. */
const FIRST_ROWS = 64;

/** One place that has a word, and its first rows: all there are, where they are fewer than `FIRST_ROWS`. */
type Place = { lookup: Lookup; first: readonly { owner: unknown }[] };
const isWhole = ({ first }: Place): boolean => first.length < FIRST_ROWS;

/** One word of a search: where it stands, how many rows have it, and which, where that is few enough. */
type Word = { places: readonly Place[]; size: number; ids: readonly unknown[] | null };

/** Where a word stands, of the places where it may; the others are asked no more. */
const placesOf = async (lookups: readonly Lookup[]): Promise<readonly Place[]> => {
  const places: Place[] = [];
  // One after the other: for several ranges at once PostgreSQL reads the whole table.
  for (const lookup of lookups) {
    const first = await lookup.rows.limit(FIRST_ROWS);
    if (first.length > 0) places.push({ lookup, first });
  }
  return places;
};

/**
 * How many rows have a word, and which.
 * @param most.counted of more it does not matter how many they are.
 */
const measure = async (
  reader: Reader,
  places: readonly Place[],
  { ids: idsMax, counted }: { ids: number; counted: number },
): Promise<Word> => {
  const seen = places.reduce((sum, { first }) => sum + first.length, 0);
  if (seen > counted) return { places, size: seen, ids: null };
  const ids: unknown[] = [];
  let size = 0;
  for (const place of places) {
    const { lookup, first } = place;
    if (size > counted) break;
    const named = isWhole(place) ? first.length : await countUpTo(reader, lookup, counted + 1);
    size += named;
    if (size > idsMax) continue;
    const rows = named === first.length ? first : await lookup.rows.limit(idsMax);
    ids.push(...rows.map((row) => row.owner));
  }
  return { places, size, ids: size > idsMax ? null : ids };
};

const bySize = (one: Word, other: Word): number => one.size - other.size;

/** All words, the rarest first. One that is more common than another whose rows are named is not counted to its end. */
const measureAll = async (
  reader: Reader,
  words: readonly (readonly Place[])[],
  { ids, set }: Most,
): Promise<Word[]> => {
  const measured: Word[] = [];
  let counted = Math.max(ids, set);
  // Those first of which everything is known already.
  const isKnown = (places: readonly Place[]) => places.every(isWhole);
  const ordered = words.toSorted((one, other) => Number(isKnown(other)) - Number(isKnown(one)));
  for (const places of ordered) {
    const word = await measure(reader, places, { ids: Math.min(ids, counted), counted });
    if (word.ids !== null) counted = word.size;
    measured.push(word);
  }
  return measured.toSorted(bySize);
};
const either = (conditions: readonly SQL[]): SQL => or(...conditions) ?? NOTHING.isFound;
const hasWord = (places: readonly Place[]): SQL => either(places.map(({ lookup }) => lookup.has));
const all = (conditions: readonly SQL[]): SQL =>
  sql`(${sql.join(
    conditions.map((one) => sql`(${one})`),
    sql` and `,
  )})`;

/** How rows are found that have all words of a search. */
const findAll = async (
  reader: Reader,
  found: readonly (readonly Place[])[],
  { id, most }: { id: PgColumn; most: Most },
): Promise<Found> => {
  const words = await measureAll(reader, found, most);
  const [rarest, ...others] = words;
  if (rarest === undefined) return NOTHING;
  const { ids } = rarest;
  if (ids !== null)
    return {
      how: "ids",
      isFound: all([
        isAmong(id, [...new Set(ids)]),
        ...others.map(({ places }) => hasWord(places)),
      ]),
    };
  const looks = all(words.map(({ places }) => hasWord(places)));
  if (rarest.size > most.set) return { how: "scan", isFound: looks };
  const sets = words
    .filter(({ size }) => size <= most.set)
    .map((word) => either(word.places.map(({ lookup }) => isInSet(id, lookup.rows))));
  const common = words.filter(({ size }) => size > most.set).map(({ places }) => hasWord(places));
  const upTo = async () => lte(id, await lastOf(reader, rarest));
  return { how: "set", isFound: all([...sets, ...common]), looks, upTo };
};

/**
 * What has, for each word of a search, a word that begins like it, in one of some places. The rarest
 * word, where few rows have it, is looked up, and they are asked for by their ids. A common one would
 * lead to far too many, page or not: there each row of the list is asked in turn, until the page is
 * full, and so it is for the other words.
 * @param id names the rows of the list.
 * @param places where a word is looked for.
 * @returns undefined where nothing is searched for; what has neither letter nor digit finds nothing.
 */
export const findWords = async (
  reader: Reader,
  search: string | undefined,
  { id, places, most }: { id: PgColumn; places: (term: string) => readonly Lookup[]; most: Most },
): Promise<Search | undefined> => {
  if ((search ?? "").trim() === "") return undefined;
  const words: (readonly Place[])[] = [];
  for (const term of searchTermsOf(search ?? "").slice(0, TERMS_MAX)) {
    const word = await placesOf(places(term));
    if (word.length === 0) return NOTHING_AT_ALL;
    words.push(word);
  }
  if (words.length === 0) return NOTHING_AT_ALL;
  const isRare = words.some((word) => word.every(isWhole));
  return {
    looks: isRare ? null : all(words.map(hasWord)),
    find: () => findAll(reader, words, { id, most }),
  };
};

/**
 * The same in one index alone.
 * @param marks what may stand before a word in the table, such as a sign of where it is from.
 */
export const matchesSearch = async (
  reader: Reader,
  search: string | undefined,
  found: TextIndex & { id: PgColumn },
  marks: readonly string[] = [""],
): Promise<Found | undefined> => {
  const words = await findWords(reader, search, {
    id: found.id,
    places: (term) => marks.map((mark) => lookUp(reader, found, found.id, mark + term)),
    most: { ids: SELECTIVE_ROWS_MAX, set: 0 },
  });
  return words?.find();
};
