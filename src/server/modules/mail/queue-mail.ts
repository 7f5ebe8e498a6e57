import { eq } from "drizzle-orm";
import type { Tx } from "#server/context/context.ts";
import { MAIL_KIND, type QueuedMail, queuedMailSchema } from "./queued-mail.ts";

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
