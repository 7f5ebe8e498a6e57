import { and, count, desc, eq, gte, isNull, min, ne } from "drizzle-orm";
import type { Ctx } from "#server/context/context.ts";
import { KEPT_MS, WITHDRAWN } from "./deliver-outbox.ts";
import { MAIL_KIND } from "./queue.ts";

/** So many codes are told apart. */
const CODES_MAX = 5;

export type OutboxState = {
  waiting: number;
  /** When the one was queued that has waited longest; null where none waits. */
  waitingSince: Date | null;
  /** Those given up in the last seven days by why, the most frequent codes first; at most five. */
  givenUp: readonly { code: string; mails: number }[];
};

/**
 * What has not been sent. Both questions read the rows that were not sent, by `outbox_due`: what waits
 * is given up after two days, and forgotten seven days later.
 */
export const readOutbox = async ({
  tables,
  read,
}: Pick<Ctx, "tables" | "read">): Promise<OutboxState> => {
  const { outbox: t } = tables;
  const isUnsent = and(eq(t.kind, MAIL_KIND), isNull(t.sentAt));
  const [found] = await read
    .select({ waiting: count(), since: min(t.createdAt) })
    .from(t)
    .where(and(isUnsent, isNull(t.failedAt)));
  const since = new Date(read.clock.now().getTime() - KEPT_MS);
  const givenUp = await read
    .select({ code: t.lastError, mails: count() })
    .from(t)
    .where(and(isUnsent, gte(t.failedAt, since), ne(t.lastError, WITHDRAWN)))
    .groupBy(t.lastError)
    .orderBy(desc(count()))
    .limit(CODES_MAX);
  return {
    waiting: found?.waiting ?? 0,
    waitingSince: found?.since ?? null,
    givenUp: givenUp.map(({ code, mails }) => ({ code: code ?? "", mails })),
  };
};
