import { eq } from "drizzle-orm";
import type { Store, Tx } from "#server/store/store.ts";
import { wordsOf } from "#server/store/words.ts";

/** Has a ticket be found by the words of its subject, and by no others. */
export const writeWords = async (
  store: Store,
  tx: Tx,
  ticketId: number,
  subject: string,
): Promise<void> => {
  const { ticketWords } = store.tables;
  await tx.delete(ticketWords).where(eq(ticketWords.ticketId, ticketId));
  const words = wordsOf(subject);
  if (words.length === 0) return;
  await tx.insert(ticketWords).values(words.map((word) => ({ word, ticketId })));
};
