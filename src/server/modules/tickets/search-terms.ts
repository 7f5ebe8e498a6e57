import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { and, asc, desc, eq, gt, inArray, max, notInArray, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Ctx, Tx } from "#server/context/context.ts";
import {
  allTermsOf,
  beginsWith,
  findsOne,
  findWords,
  type Lookup,
  lookUp,
  type Search,
  type TextIndex,
} from "#server/store/search-terms.ts";
import type { Reader, Tables } from "#server/store/store.ts";
import { LABELS_MAX } from "#shared/constants/queue.ts";

/**
 * So many tickets are named by their ids, and so many by a set: of a word that still more have, a page is full soon
 * enough where each ticket of the list is asked in turn.
 */
const NAMED_MOST = { ids: 1024, set: 16_384 };
/** Of a longer thread the newest messages are looked through when a ticket is read anew. */
const MESSAGES_MAX = 2000;
/** So many words are written by one statement. */
const WORDS_AT_ONCE = 4000;

const addTerms = async (tx: Tx, ticketId: number, terms: readonly string[]): Promise<void> => {
  const { ticketSearchTerms } = tx.tables;
  for (let start = 0; start < terms.length; start += WORDS_AT_ONCE) {
    const some = terms.slice(start, start + WORDS_AT_ONCE);
    await tx
      .insert(ticketSearchTerms)
      .values(some.map((term) => ({ term, ticketId })))
      .onConflictDoNothing();
  }
};

/** Has a ticket be found by the words of a text as well, in the caller's transaction. */
export const addSearchTerms = (tx: Tx, ticketId: number, text: string): Promise<void> =>
  addTerms(tx, ticketId, allTermsOf(text));

/** Has a ticket be found by the words of a new message, which is its last from now on. */
export const noteLast = async (
  tx: Tx,
  { id: ticketId, lastMessageId }: { id: number; lastMessageId: number },
  { id, content }: { id: number; content: string },
): Promise<void> => {
  // Of what the previous release has written nothing is known: all of it is read then.
  if (lastMessageId < 0) return indexTicket(tx, ticketId);
  const { tickets } = tx.tables;
  await addSearchTerms(tx, ticketId, content);
  await tx.update(tickets).set({ lastMessageId: id }).where(eq(tickets.id, ticketId));
};

/**
 * Has a ticket be found by the words of its subject, its description and its messages as they are now,
 * and by no others; and says which message is its last.
 */
export const indexTicket = async (tx: Tx, ticketId: number): Promise<void> => {
  const { tickets, messages, ticketSearchTerms } = tx.tables;
  const [ticket] = await tx
    .select({ subject: tickets.subject, description: tickets.description })
    .from(tickets)
    .where(eq(tickets.id, ticketId));
  if (ticket === undefined) return;
  const said = await tx
    .select({ id: messages.id, content: messages.content })
    .from(messages)
    .where(eq(messages.ticketId, ticketId))
    .orderBy(desc(messages.id))
    .limit(MESSAGES_MAX);
  const texts = [ticket.subject, ticket.description, ...said.map(({ content }) => content)];
  await tx.delete(ticketSearchTerms).where(eq(ticketSearchTerms.ticketId, ticketId));
  await addTerms(tx, ticketId, [...new Set(texts.flatMap((text) => allTermsOf(text)))]);
  await tx
    .update(tickets)
    .set({ lastMessageId: said[0]?.id ?? 0 })
    .where(eq(tickets.id, ticketId));
};

/** So many messages are looked through at once for words that they still have. */
const MESSAGES_AT_ONCE = 100;

/** Takes from some words those that a ticket still has, and stops where none is left. */
const dropPresent = async (tx: Tx, ticketId: number, words: Set<string>): Promise<void> => {
  const { tickets, messages } = tx.tables;
  const dropWordsOf = (text: string) => {
    if (words.size > 0) for (const term of allTermsOf(text)) words.delete(term);
  };
  const [ticket] = await tx
    .select({ subject: tickets.subject, description: tickets.description })
    .from(tickets)
    .where(eq(tickets.id, ticketId));
  if (ticket !== undefined) dropWordsOf(`${ticket.subject}\n${ticket.description}`);
  let after = 0;
  while (words.size > 0) {
    const said = await tx
      .select({ id: messages.id, content: messages.content })
      .from(messages)
      .where(and(eq(messages.ticketId, ticketId), gt(messages.id, after)))
      .orderBy(asc(messages.id))
      .limit(MESSAGES_AT_ONCE);
    const last = said.at(-1);
    if (last === undefined) return;
    after = last.id;
    for (const { content } of said) dropWordsOf(content);
  }
};

/**
 * Has a ticket be found by the words of a text that was changed or taken back as they are now, and no longer by
 * those that are nowhere on it any more: once the text itself is written, in the caller's transaction. All other
 * words stay as they are, however long the thread is.
 */
export const updateSearchTerms = async (
  tx: Tx,
  { id: ticketId, lastMessageId }: { id: number; lastMessageId: number },
  { was, now }: { was: string; now: string },
): Promise<void> => {
  if (lastMessageId < 0) return indexTicket(tx, ticketId);
  const added = new Set(allTermsOf(now));
  const left = new Set(allTermsOf(was)).difference(added);
  await addTerms(tx, ticketId, [...added]);
  await dropPresent(tx, ticketId, left);
  const { ticketSearchTerms: t } = tx.tables;
  const gone = [...left];
  for (let start = 0; start < gone.length; start += WORDS_AT_ONCE) {
    const some = gone.slice(start, start + WORDS_AT_ONCE);
    await tx.delete(t).where(and(eq(t.ticketId, ticketId), inArray(t.term, some)));
  }
};

/** Looked through at once. */
const SLICE = 500;
/** Written by one transaction. */
const INDEXED_AT_ONCE = 20;

/**
 * Writes what tickets are found by and which message is their last, for those that an earlier release has
 * written or answered. All others have it already: to find that out takes a slice of five hundred a
 * millisecond or two. What was done is kept, however it ends.
 * @param signal stops between two transactions.
 */
export const indexTickets = async (
  { tables, read, write }: Ctx,
  signal: AbortSignal,
): Promise<void> => {
  const { tickets, messages } = tables;
  let after = 0;
  while (!signal.aborted) {
    const slice = await read
      .select({
        id: tickets.id,
        known: tickets.lastMessageId,
        last: sql<number>`coalesce((${read
          .select({ id: max(messages.id) })
          .from(messages)
          .where(eq(messages.ticketId, tickets.id))}), 0)`.mapWith(Number),
      })
      .from(tickets)
      .where(gt(tickets.id, after))
      .orderBy(asc(tickets.id))
      .limit(SLICE);
    const end = slice.at(-1);
    if (end === undefined) return;
    after = end.id;
    const lacking = slice.filter(({ known, last }) => known !== last).map(({ id }) => id);
    for (let start = 0; start < lacking.length && !signal.aborted; start += INDEXED_AT_ONCE) {
      await write(async (tx) => {
        for (const id of lacking.slice(start, start + INDEXED_AT_ONCE)) await indexTicket(tx, id);
      });
      await yieldToEventLoop();
    }
    await yieldToEventLoop();
  }
};

/** Where it stands what tickets are found by. */
const wordsOf = ({ ticketSearchTerms: table }: Tables): TextIndex => ({
  table,
  term: table.term,
  owner: table.ticketId,
});

const NUMBER = /^\d{1,15}$/;

/** Finds a ticket by its number. */
const byNumber = (reader: Reader, id: PgColumn, term: string): readonly Lookup[] => {
  if (!NUMBER.test(term)) return [];
  const { tickets } = reader.tables;
  const number = Number(term);
  const rows = reader.select({ owner: tickets.id }).from(tickets).where(eq(tickets.id, number));
  return [{ rows, has: eq(id, number) }];
};

/** Leaves out tickets of hidden categories, of a query that names tickets. */
const isOutside = (
  reader: Reader,
  hidden: readonly string[],
  ticketId: PgColumn,
): SQL | undefined => {
  const { tickets } = reader.tables;
  if (hidden.length === 0) return undefined;
  const outside = and(eq(tickets.id, ticketId), notInArray(tickets.category, [...hidden]));
  return findsOne(reader.select({ id: tickets.id }).from(tickets).where(outside));
};

/** What one of the team searches by, beside words. */
type Beside = {
  /** Names the tickets of the list that is searched. */
  id: PgColumn;
  beginning: string;
  /** Categories of which nothing is found in this way. */
  hidden: readonly string[];
};

/** Finds tickets by the names of those who are on them. */
const byPeople = (reader: Reader, { id, beginning, hidden }: Beside): Lookup => {
  const { ticketPeople, userSearchTerms } = reader.tables;
  const { ticketId, userId } = ticketPeople;
  const isNotHidden = isOutside(reader, hidden, ticketId);
  const called = and(
    eq(userSearchTerms.userId, userId),
    beginsWith(userSearchTerms.term, beginning),
  );
  const named = reader
    .select({ owner: ticketId })
    .from(userSearchTerms)
    .innerJoin(ticketPeople, eq(userId, userSearchTerms.userId))
    .where(and(beginsWith(userSearchTerms.term, beginning), isNotHidden));
  const onIt = reader
    .select({ owner: ticketId })
    .from(ticketPeople)
    .innerJoin(userSearchTerms, called)
    .where(and(eq(ticketId, id), isNotHidden));
  return { rows: named, has: findsOne(onIt) };
};

type Labelled = readonly { id: number; nameKey: string }[];

/**
 * Finds tickets by the labels that the team has given them.
 * @param all there are.
 */
const byLabels = (
  reader: Reader,
  { id, beginning, hidden }: Beside,
  all: Labelled,
): readonly Lookup[] => {
  const { ticketId, labelId } = reader.tables.ticketLabels;
  // A label is found by the beginning of its name, or of a word within.
  const called = all.filter(({ nameKey }) => ` ${nameKey}`.includes(` ${beginning}`));
  if (called.length === 0) return [];
  const ids = called.map((label) => label.id);
  const isOne = and(inArray(labelId, ids), isOutside(reader, hidden, ticketId));
  const rowsWhere = (condition: SQL | undefined) =>
    reader.select({ owner: ticketId }).from(reader.tables.ticketLabels).where(condition);
  return [{ rows: rowsWhere(isOne), has: findsOne(rowsWhere(and(eq(ticketId, id), isOne))) }];
};

const readLabels = (reader: Reader): PromiseLike<Labelled> => {
  const { id, nameKey } = reader.tables.labels;
  return reader.select({ id, nameKey }).from(reader.tables.labels).limit(LABELS_MAX);
};

/**
 * For `.where(...)`: the tickets that a search finds, by the beginnings of words. Everybody finds them by
 * number, subject, description and messages; the team by people and labels as well.
 * @param id names the tickets of the list that is searched.
 * @param hidden the categories on whose tickets whoever searches does not work: these are found as anybody finds
 *   them; null for whoever is not of the team.
 * @returns undefined where nothing is searched for.
 */
export const findTickets = async (
  reader: Reader,
  search: string | undefined,
  { id, hidden }: { id: PgColumn; hidden: readonly string[] | null },
): Promise<Search | undefined> => {
  if ((search ?? "").trim() === "") return undefined;
  const labels = hidden === null ? [] : await readLabels(reader);
  const besideWords = (beginning: string): readonly Lookup[] => {
    if (hidden === null) return [];
    const beside = { id, beginning, hidden };
    return [byPeople(reader, beside), ...byLabels(reader, beside, labels)];
  };
  return findWords(reader, search, {
    id,
    places: (term) => [
      lookUp(reader, wordsOf(reader.tables), id, term),
      ...byNumber(reader, id, term),
      ...besideWords(term),
    ],
    most: NAMED_MOST,
  });
};
