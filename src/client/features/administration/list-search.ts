import { z } from "zod/mini";
import { searchText } from "#client/lib/search-choice.ts";

/** Which members the list shows, as it stands in the address. Whether there is such a tier, platform, role or state is asked later. */
export const userListSearch = z.object({
  /** Words of names, or an address. */
  q: searchText,
  tier: searchText,
  link: searchText,
  role: searchText,
  state: searchText,
});
export type UserListSearch = z.infer<typeof userListSearch>;

/** Which lines of the audit are shown. */
export const auditSearch = z.object({
  action: searchText,
  /** The id of whoever did it. */
  who: searchText,
  /** The id of whom it was done to. */
  whom: searchText,
  /** The id of the request by which it was done. */
  request: searchText,
  /** With what Admins have only read. */
  reads: z.catch(z.optional(z.boolean()), undefined),
  /** The first and the last day, here: "2026-12-01". */
  from: searchText,
  to: searchText,
});
export type AuditSearch = z.infer<typeof auditSearch>;
