import { and, eq } from "drizzle-orm";
import type { Tx } from "#server/context/context.ts";
import { dropReadPush } from "#server/modules/push/index.ts";
import type { Tables } from "#server/store/store.ts";
import { type MailedTopic, NOTICE_MAIL_WAIT_MS } from "#shared/constants/notices.ts";

export { mailNotices } from "./send.ts";

/** What is mailed to some people unless they read it before. */
export type Notice = {
  userIds: readonly string[];
  topic: MailedTopic;
  /** An answer on a ticket, or a notification, about a ticket or not. */
  about:
    | { ticketId: number; messageId: number }
    | { notificationId: number; ticketId: number | null };
};

/**
 * Has something mailed in ten minutes to those who have not read it by then, in the caller's transaction; a site
 * without mail notes nothing.
 */
export const queueNoticeMails = async (
  tx: Tx,
  { userIds, topic, about }: Notice,
): Promise<void> => {
  if (userIds.length === 0 || tx.config.mail === null) return;
  const createdAt = tx.clock.now();
  const dueAt = new Date(createdAt.getTime() + NOTICE_MAIL_WAIT_MS);
  await tx
    .insert(tx.tables.noticeMails)
    .values(userIds.map((userId) => ({ userId, topic, ...about, createdAt, dueAt })));
};

/** Has what waits to be mailed about one ticket be about another, in the transaction that merges it. */
export const moveTicketNotices = async (
  tx: Tx,
  { from, into }: { from: number; into: number },
): Promise<void> => {
  const { noticeMails: t } = tx.tables;
  await tx.update(t).set({ ticketId: into }).where(eq(t.ticketId, from));
};

/** What somebody has read: all about a ticket, one notification, or everything. */
export type ReadNotice = { ticketId: number } | { notificationId: number } | "all";

const isRead = (t: Tables["noticeMails"], read: ReadNotice) => {
  if (read === "all") return undefined;
  return "ticketId" in read
    ? eq(t.ticketId, read.ticketId)
    : eq(t.notificationId, read.notificationId);
};

/** Has nothing mailed or pushed of what somebody has read meanwhile, in the caller's transaction [PUSH-05]. */
export const dropReadNotices = async (tx: Tx, userId: string, read: ReadNotice): Promise<void> => {
  const { noticeMails: t } = tx.tables;
  await tx.delete(t).where(and(eq(t.userId, userId), isRead(t, read)));
  await dropReadPush(tx, userId, read);
};

/** Hands what waits for one account to another, in the caller's transaction. */
export const moveNotices = async (
  tx: Tx,
  { from, to }: { from: string; to: string },
): Promise<void> => {
  const { noticeMails: t } = tx.tables;
  await tx.update(t).set({ userId: to }).where(eq(t.userId, from));
};
