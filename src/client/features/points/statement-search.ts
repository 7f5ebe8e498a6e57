import { z } from "zod/mini";
import { searchText } from "#client/lib/search-choice.ts";

/** Which lines of the ledger are shown, as it stands in the address. Whether there is such a kind or day is asked later. */
export const statementSearch = z.object({
  /** Whose, for Admins; one's own without it. */
  user: searchText,
  kind: searchText,
  /** The first and the last day: "2026-12-01". */
  from: searchText,
  to: searchText,
});
export type StatementSearch = z.infer<typeof statementSearch>;
