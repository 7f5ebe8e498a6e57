import { eq } from "drizzle-orm";
import type { Tx } from "#server/context/context.ts";
import { searchTermsOf } from "#server/store/search-terms.ts";

/** Has a ticket be found by the words of its subject, and by no others. */
export const writeSearchTerms = async (
  tx: Tx,
  ticketId: number,
  subject: string,
): Promise<void> => {
  const { ticketWords } = tx.tables;
  await tx.delete(ticketWords).where(eq(ticketWords.ticketId, ticketId));
  const words = searchTermsOf(subject);
  if (words.length === 0) return;
  await tx.insert(ticketWords).values(words.map((word) => ({ word, ticketId })));
};
