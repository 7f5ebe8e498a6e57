import { eq } from "drizzle-orm";
import { z } from "zod";
import type { Tx } from "#server/context/context.ts";
import { LENGTHS } from "#shared/constants/accounts.ts";
import { line } from "#shared/schemas/text.ts";
import { templatedSchema } from "./templates.ts";

/** Whether a mail can be sent at all, for those with whom more depends on it than the mail. */
export const isSendable = (mail: QueuedMail): boolean => queuedMailSchema.safeParse(mail).success;

/**
 * Puts a mail into the outbox, in the caller's transaction: it is sent if and when that commits,
 * and a mail server that is down loses nothing [MAIL-01].
 * @throws {ZodError} where the address is none, or the data is not the template's.
 */
export const queueMail = async (tx: Tx, mail: QueuedMail): Promise<void> => {
  const { outbox } = tx.tables;
  const now = tx.clock.now();
  await tx.insert(outbox).values({
    kind: MAIL_KIND,
    payload: queuedMailSchema.parse(mail),
    nextAttemptAt: now,
    createdAt: now,
  });
};

/** As many statements as a mail takes, so that the time does not tell that nobody gets one. */
export const queueNoMail = async (tx: Tx): Promise<void> => {
  const { outbox } = tx.tables;
  await tx.delete(outbox).where(eq(outbox.id, 0));
};

/** Marks the rows of the outbox that are mails. */
export const MAIL_KIND = "mail";

/** First and last name, with a blank between them. */
const NAME_MAX = 2 * LENGTHS.name + 1;

/** One mail as it waits in the outbox. */
export const queuedMailSchema = z.intersection(
  z.object({ to: z.object({ name: line(NAME_MAX), address: z.email().max(LENGTHS.email) }) }),
  templatedSchema,
);
export type QueuedMail = z.output<typeof queuedMailSchema>;
