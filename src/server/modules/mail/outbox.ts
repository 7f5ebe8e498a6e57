import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import {
  and,
  count,
  desc,
  eq,
  gte,
  isNull,
  max,
  min,
  ne,
  asc,
  gt,
  inArray,
  lte,
  or,
} from "drizzle-orm";
import type { Ctx, Tx } from "#server/context/context.ts";
import { MAIL_TRIED_MS } from "#shared/constants/mail.ts";
import { emailKeyOf } from "#shared/rules/account-fields.ts";
import { KEPT_MS, WITHDRAWN } from "./deliver-outbox.ts";
import { MAIL_KIND, queuedMailSchema } from "./queue.ts";

export { WITHDRAWN };

/** So many codes are told apart. */
const CODES_MAX = 5;

export type OutboxState = {
  /** Those that are due, or were and could not be sent yet. */
  waiting: number;
  /** When the one was due that has waited longest; null where none waits. */
  waitingSince: Date | null;
  /** Those of which nothing is sent yet, such as the last invitations of an import. */
  later: number;
  /** When the last of them is due; null where there is none. */
  laterUntil: Date | null;
  /** Those given up in the last seven days by why, the most frequent codes first; at most five. */
  givenUp: readonly { code: string; mails: number }[];
};

/**
 * What has not been sent. All three questions read the rows that were not sent, by `outbox_due`: what waits
 * is given up after two days, and forgotten seven days later.
 */
export const readOutbox = async ({
  tables,
  read,
}: Pick<Ctx, "tables" | "read">): Promise<OutboxState> => {
  const { outbox: t } = tables;
  const isUnsent = and(eq(t.kind, MAIL_KIND), isNull(t.sentAt));
  const now = read.clock.now();
  const isQueued = and(isUnsent, isNull(t.failedAt));
  const [due] = await read
    .select({ waiting: count(), since: min(t.createdAt) })
    .from(t)
    .where(and(isQueued, lte(t.createdAt, now)));
  const [later] = await read
    .select({ mails: count(), until: max(t.createdAt) })
    .from(t)
    .where(and(isQueued, gt(t.createdAt, now)));
  const since = new Date(now.getTime() - KEPT_MS);
  const givenUp = await read
    .select({ code: t.lastError, mails: count() })
    .from(t)
    .where(and(isUnsent, gte(t.failedAt, since), ne(t.lastError, WITHDRAWN)))
    .groupBy(t.lastError)
    .orderBy(desc(count()))
    .limit(CODES_MAX);
  return {
    waiting: due?.waiting ?? 0,
    waitingSince: due?.since ?? null,
    later: later?.mails ?? 0,
    laterUntil: later?.until ?? null,
    givenUp: givenUp.map(({ code, mails }) => ({ code: code ?? "", mails })),
  };
};

/** Mails that tell somebody of what has just ended with their account. */
const FAREWELLS: ReadonlySet<string> = new Set(["merged", "erased"]);

/** Mails that are looked through at once. */
const READ_SLICE = 200;

/**
 * Removes the mails that still wait for these mailboxes, and those that could be sent there again, but for
 * the one that says that the account is gone.
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
    return (
      mail.success &&
      !FAREWELLS.has(mail.data.template) &&
      mailboxes.has(emailKeyOf(mail.data.to.address))
    );
  };
  const isUnsent = and(eq(outbox.kind, MAIL_KIND), isNull(outbox.sentAt));
  let lastId = 0;
  while (!signal.aborted) {
    const rows = await read
      .select({ id: outbox.id, payload: outbox.payload })
      .from(outbox)
      .where(and(isUnsent, gt(outbox.id, lastId)))
      .orderBy(asc(outbox.id))
      .limit(READ_SLICE);
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

/**
 * Takes mails back that nobody has begun to send, in the caller's transaction.
 * @param ids at most a few hundred.
 * @returns those that were taken back.
 */
export const withdrawQueued = async (tx: Tx, ids: readonly number[]): Promise<number[]> => {
  if (ids.length === 0) return [];
  const { outbox } = tx.tables;
  const now = tx.clock.now();
  const nextAttemptAt = new Date(now.getTime() + KEPT_MS);
  const gone = { failedAt: now, lastError: WITHDRAWN, nextAttemptAt, payload: { template: null } };
  const rows = await tx
    .update(outbox)
    .set(gone)
    .where(
      and(
        inArray(outbox.id, [...ids]),
        eq(outbox.attempts, 0),
        isNull(outbox.sentAt),
        isNull(outbox.failedAt),
      ),
    )
    .returning({ id: outbox.id });
  return rows.map(({ id }) => id);
};

/** Mails that are removed at once. */
const FORGET_SLICE = 500;

/**
 * Removes mails that were sent, or given up, more than seven days ago.
 * @param signal stops between two slices.
 */
export const forgetOldMail = async (
  { tables, read, write, clock }: Ctx,
  signal: AbortSignal,
): Promise<void> => {
  const { outbox } = tables;
  const until = new Date(clock.now().getTime() - KEPT_MS);
  while (!signal.aborted) {
    const old = await read
      .select({ id: outbox.id })
      .from(outbox)
      .where(
        and(
          eq(outbox.kind, MAIL_KIND),
          or(
            lte(outbox.sentAt, until),
            lte(outbox.failedAt, until),
            // Where mail is switched off, nobody gives up what waits.
            lte(outbox.createdAt, new Date(until.getTime() - MAIL_TRIED_MS)),
          ),
        ),
      )
      .limit(FORGET_SLICE);
    if (old.length === 0) return;
    const ids = old.map(({ id }) => id);
    await write(async (tx) => {
      await tx.delete(outbox).where(inArray(outbox.id, ids));
    });
    await yieldToEventLoop();
  }
};
