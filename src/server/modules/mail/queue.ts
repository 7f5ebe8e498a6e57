import { eq } from "drizzle-orm";
import { z } from "zod";
import { drawCode } from "#server/auth/one-time-codes.ts";
import type { Ctx, Tx } from "#server/context/context.ts";
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

/** What stands in the place of a code: in the outbox, what it is drawn by. Null where there is none. */
const codeIn = (mail: QueuedMail): string | null => {
  if (mail.template === "verify" || mail.template === "browser") return mail.data.code;
  return mail.template === "reset" ? mail.data.token : null;
};

const holding = (mail: QueuedMail, code: string): QueuedMail => {
  const { to } = mail;
  if (mail.template === "verify") return { to, template: "verify", data: { code } };
  const firstName = "firstName" in mail.data ? mail.data.firstName : null;
  return mail.template === "browser"
    ? { to, template: "browser", data: { firstName, code } }
    : { to, template: "reset", data: { firstName, token: code } };
};

/**
 * Puts a code into a mail that is about to be sent: it is made now, and stands nowhere but in the
 * mail. A mail that is tried again gets another, and the earlier one is good for nothing.
 * @param id of its row in the outbox.
 * @returns the mail to send; null where the code was revoked meanwhile, so that nobody needs it.
 */
export const drawMailedCode = async (
  { tables, write }: Ctx,
  id: number,
  mail: QueuedMail,
): Promise<QueuedMail | null> => {
  const reserved = codeIn(mail);
  if (reserved === null) return mail;
  const { outbox } = tables;
  return await write(async (tx) => {
    const drawn = await drawCode(tx, reserved);
    if (drawn === null) return null;
    await tx
      .update(outbox)
      .set({ payload: holding(mail, drawn.reserved) })
      .where(eq(outbox.id, id));
    return holding(mail, drawn.code);
  });
};
