import { z } from "zod/mini";
import { CONSENT_WAYS, MAILING_STATES } from "#shared/constants/accounts.ts";
import { pageOf, recordId } from "./lists.ts";

/** Which post is mailed. */
export const mailingInput = z.strictObject({ newsId: recordId });

const mails = z.int();

/** How the mailing of a post stands. */
export const mailing = z.object({
  /** False where no mail server is configured. */
  hasMail: z.boolean(),
  /** How many may be mailed news now. */
  recipients: z.int(),
  /** Null for a post that was never mailed. */
  mailing: z.nullable(
    z.object({
      state: z.enum(MAILING_STATES),
      /** How many had agreed when it began. */
      recipients: z.int(),
      startedAt: z.iso.datetime(),
      endedAt: z.nullable(z.iso.datetime()),
      /** Who began it; null where they are gone. */
      by: z.nullable(z.string()),
      queued: mails,
      sent: mails,
      failed: mails,
      skipped: mails,
      /** Why some failed, the most frequent codes first. */
      failures: z.array(z.object({ error: z.string(), mails })),
    }),
  ),
});
export type Mailing = z.infer<typeof mailing>;

/** Somebody who agreed to news by email. */
const listedRecipient = z.object({
  id: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  /** Null where that was not written down yet, as are the next two. */
  agreedAt: z.nullable(z.iso.datetime()),
  version: z.nullable(z.int()),
  way: z.nullable(z.enum(CONSENT_WAYS)),
  /** What ends it for them; for the mails of another program. */
  unsubscribeUrl: z.string(),
});
export type ListedRecipient = z.infer<typeof listedRecipient>;
export const recipientPage = pageOf(listedRecipient);
