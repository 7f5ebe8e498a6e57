import { z } from "zod/mini";
import { MAIL_KINDS } from "#shared/constants/mail.ts";
import { pageOf } from "./lists.ts";

const time = z.iso.datetime();

/** A mail that was given up, with as much of its address as tells an Admin which one it is. */
const failedMail = z.object({
  id: z.int(),
  /** Null where it cannot be read, and so never be sent: then `to` is null as well. */
  kind: z.nullable(z.enum(MAIL_KINDS)),
  /** "a…@example.test". */
  to: z.nullable(z.string()),
  /** Why it was given up: a word of ours, or the code of the mail transport. */
  error: z.string(),
  /** How often it was tried. */
  attempts: z.int(),
  queuedAt: time,
  failedAt: time,
});

/** Those of the last seven days, the latest first. */
export const failedMailPage = pageOf(failedMail);
export type FailedMailPage = z.infer<typeof failedMailPage>;

/** Which mail is sent again; without an id all that were given up. */
export const resendInput = z.object({ id: z.optional(z.int().check(z.positive())) });
export type ResendInput = z.infer<typeof resendInput>;
