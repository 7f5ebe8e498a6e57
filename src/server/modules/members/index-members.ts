import { and, asc, eq, exists, gt, gte, inArray, isNull, lt, notExists, or } from "drizzle-orm";
import { setImmediate as others } from "node:timers/promises";
import type { Reader, Store } from "#server/store/store.ts";
import { indexPeople, LINK_MARK } from "./words.ts";

/** Looked through at once; those who lack words are written at once. */
const SLICE = 50;
/** Greater than every character that a word may have. */
const LAST = "\u{10ffff}";

/** Those of some people who have no words, or none of what they have linked. */
const findLacking = async ({ tables }: Store, reader: Reader, ids: string[]): Promise<string[]> => {
  const { users, links, userWords } = tables;
  const { word, userId } = userWords;
  const words = reader.select({ word }).from(userWords).where(eq(userId, users.id));
  const isOfLink = and(gte(word, LINK_MARK), lt(word, LINK_MARK + LAST));
  const linkWords = reader
    .select({ word })
    .from(userWords)
    .where(and(eq(userId, users.id), isOfLink));
  const accounts = reader
    .select({ id: links.userId })
    .from(links)
    .where(eq(links.userId, users.id));
  const lacks = or(notExists(words), and(exists(accounts), notExists(linkWords)));
  const rows = await reader
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, ids), isNull(users.erasedAt), lacks));
  return rows.map(({ id }) => id);
};

/**
 * Writes what members are found by, for accounts that were made before there was a search, or before
 * it knew of links. All others write it themselves.
 * @param signal stops between two slices.
 */
export const indexMembers = async (
  { store }: { store: Store },
  signal: AbortSignal,
): Promise<void> => {
  const { id } = store.tables.users;
  let after = "";
  while (!signal.aborted) {
    const slice = await store.read
      .select({ id })
      .from(store.tables.users)
      .where(gt(id, after))
      .orderBy(asc(id))
      .limit(SLICE);
    const last = slice.at(-1);
    if (last === undefined) return;
    after = last.id;
    const ids = slice.map((row) => row.id);
    // As a rule none does: nobody waits for a transaction then.
    if ((await findLacking(store, store.read, ids)).length > 0)
      await store.write(async (tx) => indexPeople(store, tx, await findLacking(store, tx, ids)));
    await others();
  }
};
