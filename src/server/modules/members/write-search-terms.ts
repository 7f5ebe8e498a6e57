import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { and, asc, eq, exists, gt, gte, inArray, isNull, lt, notExists, or } from "drizzle-orm";
import type { Ctx } from "#server/context/context.ts";
import type { Reader } from "#server/store/store.ts";
import { indexPeople, LINK_MARK } from "./search-terms.ts";

/** Looked through at once; those who lack terms are written at once. */
const SLICE = 50;
/** Greater than every character that a term may have. */
const LAST = "\u{10ffff}";

/** Those of some people who have no search terms, none of what they have linked, or by what they are sorted. */
const findLacking = async (reader: Reader, ids: string[]): Promise<string[]> => {
  const { users, links, userSearchTerms, pointBalances } = reader.tables;
  const { term, userId } = userSearchTerms;
  const terms = reader.select({ term }).from(userSearchTerms).where(eq(userId, users.id));
  const isOfLink = and(gte(term, LINK_MARK), lt(term, LINK_MARK + LAST));
  const linkSearchTerms = reader
    .select({ term })
    .from(userSearchTerms)
    .where(and(eq(userId, users.id), isOfLink));
  const accounts = reader
    .select({ id: links.userId })
    .from(links)
    .where(eq(links.userId, users.id));
  const balances = reader
    .select({ id: pointBalances.userId })
    .from(pointBalances)
    .where(eq(pointBalances.userId, users.id));
  const lacks = or(
    notExists(terms),
    notExists(balances),
    and(exists(accounts), notExists(linkSearchTerms)),
    eq(users.nameKey, ""),
  );
  const rows = await reader
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, ids), isNull(users.erasedAt), lacks));
  return rows.map(({ id }) => id);
};

/**
 * Writes what members are found and sorted by, for accounts that were made before there was a search,
 * before it knew of links, or before lists were sorted by name and points. All others write it themselves.
 * @param signal stops between two slices.
 */
export const indexMembers = async (
  { tables, read, write }: Ctx,
  signal: AbortSignal,
): Promise<void> => {
  const { id } = tables.users;
  let after = "";
  while (!signal.aborted) {
    const slice = await read
      .select({ id })
      .from(tables.users)
      .where(gt(id, after))
      .orderBy(asc(id))
      .limit(SLICE);
    const last = slice.at(-1);
    if (last === undefined) return;
    after = last.id;
    const ids = slice.map((row) => row.id);
    // As a rule none does: nobody waits for a transaction then.
    if ((await findLacking(read, ids)).length > 0)
      await write(async (tx) => indexPeople(tx, await findLacking(tx, ids)));
    await yieldToEventLoop();
  }
};
