import { eq } from "drizzle-orm";
import type { Tx } from "#server/context/context.ts";
import { searchTermsOf } from "#server/store/search-terms.ts";

/** Has a ticket be found by the words of its subject, and by no others. */
export const writeSearchTerms = async (
  tx: Tx,
  ticketId: number,
  subject: string,
): Promise<void> => {
  const { ticketSearchTerms } = tx.tables;
  await tx.delete(ticketSearchTerms).where(eq(ticketSearchTerms.ticketId, ticketId));
  const terms = searchTermsOf(subject);
  if (terms.length === 0) return;
  await tx.insert(ticketSearchTerms).values(terms.map((term) => ({ term, ticketId })));
};
