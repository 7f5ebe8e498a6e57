import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { and, asc, eq, gt, inArray, isNull } from "drizzle-orm";
import { emailKeyOf } from "#server/auth/email-key.ts";
import type { Ctx } from "#server/context/context.ts";
import { MAIL_KIND, queuedMailSchema } from "./queue.ts";

const SLICE = 200;

/**
 * Removes the mails that still wait for these mailboxes.
 * @param signal stops between two slices.
 */
export const withdrawMail = async (
  { tables, read, write }: Ctx,
  addresses: readonly string[],
  signal: AbortSignal,
): Promise<void> => {
  const { outbox } = tables;
  const mailboxes = new Set(addresses.map(emailKeyOf));
  const isForThem = (payload: unknown) => {
    const mail = queuedMailSchema.safeParse(payload);
    return mail.success && mailboxes.has(emailKeyOf(mail.data.to.address));
  };
  const isWaiting = and(eq(outbox.kind, MAIL_KIND), isNull(outbox.sentAt), isNull(outbox.failedAt));
  let lastId = 0;
  while (!signal.aborted) {
    const rows = await read
      .select({ id: outbox.id, payload: outbox.payload })
      .from(outbox)
      .where(and(isWaiting, gt(outbox.id, lastId)))
      .orderBy(asc(outbox.id))
      .limit(SLICE);
    const ids = rows.filter(({ payload }) => isForThem(payload)).map(({ id }) => id);
    if (ids.length > 0)
      await write(async (tx) => {
        await tx.delete(outbox).where(inArray(outbox.id, ids));
      });
    const last = rows.at(-1);
    if (last === undefined) return;
    lastId = last.id;
    await yieldToEventLoop();
  }
};
