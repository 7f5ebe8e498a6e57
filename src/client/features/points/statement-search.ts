import { z } from "zod/mini";

const LONGEST = 64;
const word = z.catch(z.optional(z.string().check(z.maxLength(LONGEST))), undefined);

/** Which lines of the ledger are shown, as it stands in the address. Whether there is such a kind or day is asked later. */
export const statementSearch = z.object({
  /** Whose, for Admins; one's own without it. */
  user: word,
  kind: word,
  /** The first and the last day: "2026-12-01". */
  from: word,
  to: word,
});
export type StatementSearch = z.infer<typeof statementSearch>;
