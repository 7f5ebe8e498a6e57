import { eq, type SQL } from "drizzle-orm";
import type { Reader, Store, Tx } from "#server/store/store.ts";
import { hasWords, wordsOf } from "#server/store/words.ts";

/** Before the words of an address: who may not see addresses does not find people by them either. */
const ADDRESS_MARK = "@";

/** Removes, in the caller's transaction, what somebody is found by. */
export const forgetWords = async (store: Store, tx: Tx, userId: string): Promise<void> => {
  const { userWords } = store.tables;
  await tx.delete(userWords).where(eq(userWords.userId, userId));
};

type Found = { id: string; firstName: string; lastName: string; email: string | null };

const rowsOf = ({ id, firstName, lastName, email }: Found) =>
  [
    ...wordsOf(firstName, lastName),
    ...wordsOf(email ?? "").map((word) => `${ADDRESS_MARK}${word}`),
  ].map((word) => ({ word, userId: id }));

/** Writes, in the caller's transaction, what people are found by who have no words yet. */
export const addWords = async (store: Store, tx: Tx, people: readonly Found[]): Promise<void> => {
  const rows = people.flatMap(rowsOf);
  if (rows.length > 0) await tx.insert(store.tables.userWords).values(rows);
};

/**
 * Writes what somebody is found by, in the transaction that names them; what was there before goes.
 */
export const indexMember = async (store: Store, tx: Tx, member: Found): Promise<void> => {
  await forgetWords(store, tx, member.id);
  await addWords(store, tx, [member]);
};

/**
 * For `.where(...)` over `users`: whom a search finds, by the beginnings of words.
 * @param by whether addresses are searched too: only for those who may see them.
 * @returns undefined where nothing is searched for.
 */
export const isFoundBy = async (
  { tables: { users, userWords } }: Store,
  reader: Reader,
  search: string | undefined,
  by: "names" | "names and address",
): Promise<SQL | undefined> => {
  const found = await hasWords(
    reader,
    search,
    { id: users.id, words: userWords, word: userWords.word, owner: userWords.userId },
    by === "names" ? [""] : ["", ADDRESS_MARK],
  );
  return found?.isFound;
};
