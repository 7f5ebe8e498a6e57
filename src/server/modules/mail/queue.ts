import { and, eq, isNotNull, isNull } from "drizzle-orm";
import { z } from "zod";
import { drawCode } from "#server/auth/one-time-codes.ts";
import type { Ctx, Tx } from "#server/context/context.ts";
import { one, type Tables } from "#server/store/store.ts";
import { LENGTHS } from "#shared/constants/accounts.ts";
import { line } from "#shared/schemas/text.ts";
import { templatedSchema } from "./templates.ts";

/** Whether a mail can be sent at all, for those with whom more depends on it than the mail. */
export const isSendable = (mail: QueuedMail): boolean => queuedMailSchema.safeParse(mail).success;

/**
 * Puts a mail into the outbox, in the caller's transaction: it is sent if and when that commits,
 * and a mail server that is down loses nothing [MAIL-01].
 * @param dueAt when it is sent at the earliest; its two days begin then, too.
 * @returns the id of its row, which is forgotten a week after it was sent.
 * @throws {ZodError} where the address is none, or the data is not the template's.
 */
export const queueMail = async (
  tx: Tx,
  mail: QueuedMail,
  dueAt: Date = tx.clock.now(),
): Promise<number> => {
  const { outbox } = tx.tables;
  const row = {
    kind: MAIL_KIND,
    payload: queuedMailSchema.parse(mail),
    nextAttemptAt: dueAt,
    createdAt: dueAt,
  };
  return one(await tx.insert(outbox).values(row).returning({ id: outbox.id })).id;
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
  const { data } = mail;
  if ("token" in data) return data.token;
  return "code" in data ? (data.code ?? null) : null;
};

const holding = (mail: QueuedMail, code: string): QueuedMail => {
  const held = "token" in mail.data ? { token: code } : { code };
  return queuedMailSchema.parse({ ...mail, data: { ...mail.data, ...held } });
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
  // What ends mails is signed, and no code that is drawn.
  const reserved = mail.template === "news" ? null : codeIn(mail);
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

/** For `.where(...)` over `users`: whose account is in use, at an address that they have proven. */
export const isMailable = (users: Tables["users"]) =>
  and(
    isNotNull(users.verifiedAt),
    isNull(users.deactivatedAt),
    isNull(users.erasedAt),
    isNull(users.waitsSince),
    isNotNull(users.email),
  );

/**
 * For `.where(...)` over `users`: who may be mailed news. They agreed to it, have proven their address,
 * and their account is in use [CONSENT-06].
 */
export const wantsNews = (users: Tables["users"]) =>
  and(eq(users.allowMarketing, true), isMailable(users));
