import { and, asc, eq, gt, inArray, isNull, notExists } from "drizzle-orm";
import { setImmediate as others } from "node:timers/promises";
import type { Reader, Store } from "#server/store/store.ts";
import { addWords } from "./words.ts";

/** Looked through at once; those without words are written at once. */
const SLICE = 50;

/**
 * Writes what members are found by, for accounts that were made before there was a search. All others
 * write it themselves.
 * @param signal stops between two slices.
 */
export const indexMembers = async (
  { store }: { store: Store },
  signal: AbortSignal,
): Promise<void> => {
  const { users, userWords } = store.tables;
  const { id, firstName, lastName, email } = users;
  let after = "";
  while (!signal.aborted) {
    const slice = await store.read
      .select({ id })
      .from(users)
      .where(gt(id, after))
      .orderBy(asc(id))
      .limit(SLICE);
    const last = slice.at(-1);
    if (last === undefined) return;
    after = last.id;
    const ids = slice.map((row) => row.id);
    const lackingOf = (reader: Reader) => {
      const words = reader
        .select({ word: userWords.word })
        .from(userWords)
        .where(eq(userWords.userId, id));
      return reader
        .select({ id, firstName, lastName, email })
        .from(users)
        .where(and(inArray(id, ids), isNull(users.erasedAt), notExists(words)));
    };
    // As a rule none does: nobody waits for a transaction then.
    if ((await lackingOf(store.read)).length > 0)
      await store.write(async (tx) => addWords(store, tx, await lackingOf(tx)));
    await others();
  }
};
