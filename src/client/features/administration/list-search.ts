import { z } from "zod/mini";

const LONGEST = 100;
const word = z.catch(z.optional(z.string().check(z.maxLength(LONGEST))), undefined);

/** Which members the list shows, as it stands in the address. Whether there is such a tier, platform, role or state is asked later. */
export const userListSearch = z.object({
  /** Words of names, or an address. */
  q: word,
  tier: word,
  link: word,
  role: word,
  state: word,
});
export type UserListSearch = z.infer<typeof userListSearch>;

/** Which lines of the audit are shown. */
export const auditSearch = z.object({
  action: word,
  /** The id of whoever did it. */
  who: word,
  /** The id of whom it was done to. */
  whom: word,
  /** The id of the request by which it was done. */
  request: word,
  /** With what Admins have only read. */
  reads: z.catch(z.optional(z.boolean()), undefined),
  /** The first and the last day, here: "2026-12-01". */
  from: word,
  to: word,
});
export type AuditSearch = z.infer<typeof auditSearch>;
