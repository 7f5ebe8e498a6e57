import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { and, asc, eq, gt, isNull } from "drizzle-orm";
import type { CtxReader } from "#server/context/context.ts";
import { emailKeyOf } from "#shared/rules/account-fields.ts";
import { MAIL_KIND, queuedMailSchema } from "./queue.ts";

export { deliverOutbox } from "./deliver-outbox.ts";
export {
  drawMailedCode,
  isMailable,
  isSendable,
  queueMail,
  queueNoMail,
  type QueuedMail,
  wantsNews,
} from "./queue.ts";
export { renderSample } from "./samples.ts";
export type { MailPlace } from "./safety.ts";
export { trialMailOf } from "./rendered.ts";
export { renderMail } from "./templates.ts";
export {
  forgetOldMail,
  type OutboxState,
  readOutbox,
  withdrawMail,
  withdrawQueued,
  WITHDRAWN,
} from "./outbox.ts";

/** Mails that are looked through at once. */
const SLICE = 200;

/** What is told of a mail that was not sent yet. */
type WaitingMail = { template: string; createdAt: Date; attempts: number };

/** The mails that wait for somebody's address, in slices. Of sent ones nobody knows to whom they went. */
export async function* waitingMails(
  { tables: { outbox: t, users }, ...reader }: CtxReader,
  userId: string,
): AsyncGenerator<readonly WaitingMail[]> {
  const [user] = await reader
    .select({ emailKey: users.emailKey })
    .from(users)
    .where(eq(users.id, userId));
  const emailKey = user?.emailKey ?? null;
  if (emailKey === null) return;
  for (let after = 0; ;) {
    const rows = await reader
      .select({ id: t.id, payload: t.payload, createdAt: t.createdAt, attempts: t.attempts })
      .from(t)
      .where(and(eq(t.kind, MAIL_KIND), isNull(t.sentAt), gt(t.id, after)))
      .orderBy(asc(t.id))
      .limit(SLICE);
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.id;
    yield rows.flatMap(({ payload, createdAt, attempts }) => {
      const mail = queuedMailSchema.safeParse(payload);
      return mail.success && emailKeyOf(mail.data.to.address) === emailKey
        ? [{ template: mail.data.template, createdAt, attempts }]
        : [];
    });
    await yieldToEventLoop();
  }
}
