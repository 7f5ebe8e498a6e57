import { z } from "zod";

/**
 * The end of the chain as it was last sealed. It stands apart from the entries, so that an end that
 * was cut off is noticed.
 */
export const AUDIT_HEAD = {
  key: "audit_head",
  schema: z.object({ position: z.int(), hash: z.string(), sealedAt: z.iso.datetime() }),
};
export type AuditHead = z.infer<typeof AUDIT_HEAD.schema>;
