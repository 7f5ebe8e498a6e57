import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { and, asc, eq, gt, inArray, isNotNull, isNull, ne, or } from "drizzle-orm";
import { assertStillAdmin } from "#server/access/rights.ts";
import type { MemberCtx, MemberTx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { keyset } from "#server/store/cursor.ts";
import type { Tables } from "#server/store/store.ts";
import { PAGE_SIZE } from "#shared/constants/lists.ts";
import { FAILED_MAILS } from "#shared/health-work-messages.ts";
import { maskedAddress } from "#shared/rules/account-fields.ts";
import type { FailedMailPage, ResendInput } from "#shared/schemas/health.ts";
import type { PageInput } from "#shared/schemas/lists.ts";
import { UNCERTAIN, WITHDRAWN } from "./deliver-outbox.ts";
import { MAIL_KIND, queuedMailSchema } from "./queue.ts";

/** Given up, and not because nobody needs it any more. By `outbox_due`. */
const isGivenUp = ({ outbox: t }: Tables) =>
  and(
    eq(t.kind, MAIL_KIND),
    isNull(t.sentAt),
    isNotNull(t.failedAt),
    or(isNull(t.lastError), ne(t.lastError, WITHDRAWN)),
  );

/** Mails that were given up in the last seven days, the latest first. */
export const listFailedMails = async (
  { tables, read }: MemberCtx,
  { cursor, limit = PAGE_SIZE }: PageInput,
): Promise<FailedMailPage> => {
  const { outbox: t } = tables;
  // A mail that is given up is due once more when it is forgotten.
  const list = keyset({ nextAttemptAt: t.nextAttemptAt, id: t.id });
  const rows = await read
    .select()
    .from(t)
    .where(and(isGivenUp(tables), list.before(cursor)))
    .orderBy(...list.order)
    .limit(limit + 1);
  const { shown, nextCursor } = list.page(rows, limit);
  const items = shown.map(({ id, payload, lastError, attempts, createdAt, failedAt }) => {
    const mail = queuedMailSchema.safeParse(payload).data ?? null;
    return {
      id,
      kind: mail?.template ?? null,
      to: mail === null ? null : maskedAddress(mail.to.address),
      error: lastError ?? "",
      attempts,
      queuedAt: createdAt.toISOString(),
      failedAt: (failedAt ?? createdAt).toISOString(),
    };
  });
  return { items, nextCursor };
};

/** Mails that are queued again in one transaction. */
const SLICE = 200;

/** Queues these mails again as if they had just been written. @returns how many there were. */
const queueAgain = async (tx: MemberTx, ids: readonly number[]): Promise<number> => {
  const { outbox: t } = tx.tables;
  const now = tx.clock.now();
  await assertStillAdmin(tx);
  const queued = await tx
    .update(t)
    .set({ attempts: 0, failedAt: null, lastError: null, nextAttemptAt: now, createdAt: now })
    .where(and(inArray(t.id, [...ids]), isGivenUp(tx.tables)))
    .returning({ id: t.id });
  if (queued.length > 0)
    await tx.audit({
      action: "mail.sent_again",
      subject: null,
      after: { mails: queued.length },
    });
  return queued.length;
};

/**
 * Sends mails again that were given up: one, or all. A link in them is good for an hour from when it is
 * sent; a mail that nobody needs any more, because its link was revoked, is withdrawn then [MAIL-04].
 * @returns the sentence to show.
 * @throws {AppError} `not_found` for one that is not given up, or of which nothing is left to send;
 *   `forbidden` for whoever is no Admin any more.
 */
export const resendFailed = async (
  { tables, read, write }: MemberCtx,
  { id }: ResendInput,
): Promise<string> => {
  const { outbox: t } = tables;
  const isMeant = id === undefined ? undefined : eq(t.id, id);
  let [count, lastId] = [0, 0];
  for (;;) {
    const rows = await read
      .select({ id: t.id, payload: t.payload, lastError: t.lastError })
      .from(t)
      .where(and(isGivenUp(tables), isMeant, gt(t.id, lastId)))
      .orderBy(asc(t.id))
      .limit(SLICE);
    const last = rows.at(-1);
    if (last === undefined) break;
    const ids = rows
      // What may have arrived is sent again only where somebody asks for that one.
      .filter(({ lastError }) => id !== undefined || lastError !== UNCERTAIN)
      .filter(({ payload }) => queuedMailSchema.safeParse(payload).success)
      .map((row) => row.id);
    if (ids.length > 0) count += await write((tx) => queueAgain(tx, ids));
    lastId = last.id;
    await yieldToEventLoop();
  }
  if (id !== undefined && count === 0) throw new AppError("not_found", FAILED_MAILS.unknown);
  return FAILED_MAILS.queuedAgain(count);
};
