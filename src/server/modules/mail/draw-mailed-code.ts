import { eq } from "drizzle-orm";
import { drawCode } from "#server/auth/one-time-codes.ts";
import type { Ctx } from "#server/context/context.ts";
import type { QueuedMail } from "./queue.ts";

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
