import { type SearchOf, searchSchema, searchText } from "#client/lib/search.ts";

/** Which lines of the ledger are shown, as it stands in the address. Whether there is such a kind or day is asked later. */
export const statementSearch = searchSchema({
  /** Whose, for Admins; one's own without it. */
  user: searchText,
  kind: searchText,
  /** The first and the last day: "2026-12-01". */
  from: searchText,
  to: searchText,
});
export type StatementSearch = SearchOf<typeof statementSearch>;
