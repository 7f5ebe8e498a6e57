import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { and, asc, eq, inArray, isNull, lte } from "drizzle-orm";
import { type Unsubscription, unsubscriptionToken } from "#server/auth/auth.ts";
import type { SystemCtx, Tx } from "#server/context/context.ts";
import { attachmentsOfMessages } from "#server/modules/attachments/index.ts";
import { findSeen } from "#server/modules/desk/index.ts";
import { isMailable, isSendable, type QueuedMail, queueMail } from "#server/modules/mail/index.ts";
import { isWanted, type Preferences, preferencesOf } from "#server/modules/preferences/index.ts";
import { dropReadPush } from "#server/modules/push/index.ts";
import type { Tables } from "#server/store/store.ts";
import {
  type MailedTopic,
  NOTICE_MAIL_KEPT_MS,
  NOTICE_MAIL_WAIT_MS,
  NOTICES_PER_MAIL,
} from "#shared/constants/notices.ts";
import type { NotificationKind } from "#shared/constants/notifications.ts";
import { fullName } from "#shared/rules/lines.ts";
import { afterQuiet, nextAt } from "#shared/rules/local-time.ts";

type NoticeRow = Tables["noticeMails"]["$inferSelect"];

type DataOf<Template extends QueuedMail["template"]> = Extract<
  QueuedMail,
  { template: Template }
>["data"];
type Answered = DataOf<"digest">["tickets"][number];
type Told = DataOf<"digest">["notices"][number] & { topic: MailedTopic };

const present = <Value>(value: Value | null): Value[] => (value === null ? [] : [value]);

/**
 * Those of some messages that concern somebody still: all of them on a ticket that they are on; on one that they
 * see as one of the team, those that mention them.
 */
const concerning = async (
  tx: Tx,
  userId: string,
  ticketId: number,
  messageIds: readonly number[],
): Promise<number[]> => {
  const { ticketPeople: p, messageMentions: m } = tx.tables;
  const on = await tx
    .select({ userId: p.userId })
    .from(p)
    .where(and(eq(p.ticketId, ticketId), eq(p.userId, userId)));
  if (on.length > 0) return [...messageIds];
  if (messageIds.length === 0 || !(await findSeen(tx, userId, [ticketId])).has(ticketId)) return [];
  const mentioned = await tx
    .select({ id: m.messageId })
    .from(m)
    .where(and(eq(m.userId, userId), inArray(m.messageId, [...messageIds])));
  return mentioned.map(({ id }) => id);
};

/** The answers on a ticket that are still there, for somebody whom they concern. */
const answersOf = async (
  tx: Tx,
  userId: string,
  ticketId: number,
  rows: readonly NoticeRow[],
): Promise<Answered[]> => {
  const { tickets, messages, users } = tx.tables;
  const [ticket] = await tx
    .select({ subject: tickets.subject })
    .from(tickets)
    .where(eq(tickets.id, ticketId));
  const told = rows.flatMap(({ messageId }) => present(messageId));
  const ids = await concerning(tx, userId, ticketId, told);
  if (ticket === undefined || ids.length === 0) return [];
  const found = await tx
    .select({
      id: messages.id,
      text: messages.content,
      imgUrls: messages.imgUrls,
      createdAt: messages.createdAt,
      firstName: users.firstName,
      lastName: users.lastName,
    })
    .from(messages)
    .innerJoin(users, eq(users.id, messages.authorId))
    .where(
      and(eq(messages.ticketId, ticketId), inArray(messages.id, ids), isNull(messages.removedAt)),
    )
    .orderBy(asc(messages.id));
  if (found.length === 0) return [];
  const first = found.slice(0, NOTICES_PER_MAIL);
  const attached = await attachmentsOfMessages(
    tx,
    first.map(({ id }) => id),
  );
  const answers = first.map(({ id, text, imgUrls, createdAt, ...author }) => {
    const attachments = attached.get(id) ?? [];
    const files = attachments.filter(({ kind }) => kind === "text").length;
    return {
      messageId: id,
      author: fullName(author),
      at: createdAt.toISOString(),
      text,
      pictures: imgUrls.length + attachments.length - files,
      files,
    };
  });
  return [{ ticketId, subject: ticket.subject, answers, more: found.length - answers.length }];
};

/**
 * Whether what somebody was told of a ticket concerns them still: they are on it or, as one of the team, may
 * take care of it, while it waits and nobody else does.
 */
const concerns = async (
  tx: Tx,
  { userId, ticketId, kind }: { userId: string; ticketId: number; kind: NotificationKind },
): Promise<boolean> => {
  const { tickets, ticketPeople } = tx.tables;
  const [ticket] = await tx
    .select({
      status: tickets.status,
      waitingSince: tickets.waitingSince,
      assigneeId: tickets.assigneeId,
      quietWarnedAt: tickets.quietWarnedAt,
    })
    .from(tickets)
    .where(eq(tickets.id, ticketId));
  if (ticket === undefined) return false;
  const isOnIt = and(eq(ticketPeople.ticketId, ticketId), eq(ticketPeople.userId, userId));
  const on = await tx.select({ userId: ticketPeople.userId }).from(ticketPeople).where(isOnIt);
  const { status, waitingSince, assigneeId, quietWarnedAt } = ticket;
  const isOpen = status === "Open";
  // It was closed and restored, or answered after the warning, unless what was closed goes on here.
  if (kind === "closing" && isOpen && quietWarnedAt === null) {
    const merged = await tx
      .select({ id: tickets.id })
      .from(tickets)
      .where(eq(tickets.mergedInto, ticketId))
      .limit(1);
    if (merged.length === 0) return false;
  }
  if (kind !== "ticket") return on.length > 0;
  if (!isOpen || waitingSince === null) return false;
  if (assigneeId !== null && assigneeId !== userId) return false;
  return (await findSeen(tx, userId, [ticketId])).has(ticketId);
};

/** What rows tell of: what was taken back since, or concerns the reader no more, is not among it. */
const contentsOf = async (
  tx: Tx,
  userId: string,
  rows: readonly NoticeRow[],
): Promise<{ tickets: Answered[]; notices: Told[] }> => {
  const { notifications } = tx.tables;
  const byTicket = Map.groupBy(rows, ({ ticketId }) => ticketId);
  const tickets: Answered[] = [];
  for (const [ticketId, ofTicket] of byTicket)
    if (ticketId !== null) tickets.push(...(await answersOf(tx, userId, ticketId, ofTicket)));
  const rowOf = new Map(rows.map((row) => [row.notificationId, row]));
  const ids = rows.flatMap(({ notificationId }) => present(notificationId));
  const found =
    ids.length === 0
      ? []
      : await tx
          .select({
            id: notifications.id,
            subject: notifications.subject,
            message: notifications.message,
            link: notifications.link,
            kind: notifications.kind,
          })
          .from(notifications)
          .where(and(inArray(notifications.id, ids), isNull(notifications.withdrawnAt)))
          .orderBy(asc(notifications.id));
  const notices: Told[] = [];
  for (const { id, subject, message, link, kind } of found) {
    const { ticketId = null, topic = "tickets" } = rowOf.get(id) ?? {};
    if (ticketId !== null && !(await concerns(tx, { userId, ticketId, kind }))) continue;
    const path = ticketId === null ? link : `/member/tickets/ticket/${ticketId}`;
    notices.push({ ticketId, subject, message, link: path, topic });
  }
  return { tickets, notices };
};

/** People whose mails are written one after the other, before it is looked again who is next. */
const PEOPLE = 50;
/** More rows of one person are not taken into one transaction. */
const ROWS = 500;

type Recipient = { id: string; email: string; firstName: string; lastName: string };

const findRecipient = async (tx: Tx, userId: string): Promise<Recipient | null> => {
  const { users } = tx.tables;
  const [user] = await tx
    .select({
      id: users.id,
      email: users.email,
      firstName: users.firstName,
      lastName: users.lastName,
    })
    .from(users)
    .where(and(eq(users.id, userId), isMailable(users)));
  return user === undefined || user.email === null ? null : { ...user, email: user.email };
};

/** When mails that are due may be sent: at the hour of the digest, and not within quiet hours. */
const sendableAt = (
  { config }: Tx,
  rows: readonly NoticeRow[],
  { digestHour, quiet, timeZone }: Preferences,
  now: Date,
): Date => {
  const zone = timeZone ?? config.community.timezone;
  if (digestHour === null) return afterQuiet(now, quiet, zone);
  const oldest = Math.min(...rows.map(({ createdAt }) => createdAt.getTime()));
  const hour = nextAt(new Date(oldest + NOTICE_MAIL_WAIT_MS), digestHour * 60, zone);
  return afterQuiet(hour > now ? hour : now, quiet, zone);
};

/** What is about one ticket comes together: what is not due yet goes with the first. */
const ripe = (rows: readonly NoticeRow[], now: Date): NoticeRow[] => {
  const due = rows.filter(({ dueAt }) => dueAt <= now);
  const tickets = new Set(due.flatMap(({ ticketId }) => (ticketId === null ? [] : [ticketId])));
  return rows.filter(
    ({ ticketId, dueAt }) => dueAt <= now || (ticketId !== null && tickets.has(ticketId)),
  );
};

const forget = async (tx: Tx, rows: readonly NoticeRow[]): Promise<void> => {
  const { noticeMails: t } = tx.tables;
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) await tx.delete(t).where(inArray(t.id, ids));
};

const mailsFor = async (
  tx: Tx,
  { id, email, ...names }: Recipient,
  rows: readonly NoticeRow[],
  isDigest: boolean,
): Promise<QueuedMail[]> => {
  const { tickets, notices } = await contentsOf(tx, id, rows);
  if (tickets.length + notices.length === 0) return [];
  const name = fullName(names);
  const to = { name, address: email };
  const reader = { firstName: names.firstName.trim() || name || email, userId: id };
  const endedBy = (what: Unsubscription) => ({
    ...reader,
    unsubscribe: unsubscriptionToken(tx.auth, id, what),
  });
  // Of several tickets the team is told at once.
  if (isDigest || notices.filter(({ topic }) => topic === "tickets").length > 1) {
    const shown = {
      tickets: tickets.slice(0, NOTICES_PER_MAIL),
      notices: notices.slice(0, NOTICES_PER_MAIL).map(({ topic: _topic, ...told }) => told),
    };
    const more = tickets.length + notices.length - shown.tickets.length - shown.notices.length;
    return [{ to, template: "digest", data: { ...endedBy("notices"), ...shown, more } }];
  }
  return [
    ...tickets.map((ticket): QueuedMail => ({
      to,
      template: "answer",
      data: { ...endedBy("tickets"), ...ticket },
    })),
    ...notices.map((told): QueuedMail => ({
      to,
      template: "notice",
      data: { ...endedBy(told.topic), ...told },
    })),
  ];
};

/**
 * Writes what is due for one person into the outbox and forgets it, in one transaction: however it ends, each
 * answer is mailed once at most [PUSH-06].
 */
const mailTo = async (tx: Tx, userId: string): Promise<void> => {
  const { noticeMails: t } = tx.tables;
  const now = tx.clock.now();
  const all = await tx.select().from(t).where(eq(t.userId, userId)).orderBy(asc(t.id)).limit(ROWS);
  const preferences = (await preferencesOf(tx, [userId]))(userId);
  const recipient = await findRecipient(tx, userId);
  const tooOld = new Date(now.getTime() - NOTICE_MAIL_KEPT_MS);
  const wanted = all.filter(
    ({ topic, createdAt }) =>
      recipient !== null && createdAt > tooOld && isWanted(preferences, topic, "mail"),
  );
  const kept = new Set(wanted);
  await forget(
    tx,
    all.filter((row) => !kept.has(row)),
  );
  if (recipient === null || wanted.length === 0) return;
  const isDigest = preferences.digestHour !== null;
  const rows = isDigest ? wanted : ripe(wanted, now);
  if (rows.length === 0) return;
  const at = sendableAt(tx, rows, preferences, now);
  if (at > now) {
    const ids = rows.map(({ id }) => id);
    await tx.update(t).set({ dueAt: at }).where(inArray(t.id, ids));
    return;
  }
  for (const mail of await mailsFor(tx, recipient, rows, isDigest))
    if (isSendable(mail)) await queueMail(tx, mail);
    else tx.log.warn("notice.not_mailed", { template: mail.template });
  await forget(tx, rows);
};

/**
 * Mails what people have not read within ten minutes, outside their quiet hours, and gathered where they chose
 * that. A second instance, or one that was killed in the middle, goes on where the last transaction ended.
 * @param signal stops between two people.
 */
export const mailNotices = async (ctx: SystemCtx, signal: AbortSignal): Promise<void> => {
  const { noticeMails: t } = ctx.tables;
  const seen = new Set<string>();
  while (!signal.aborted) {
    const due = await ctx.read
      .select({ userId: t.userId })
      .from(t)
      .where(lte(t.dueAt, ctx.clock.now()))
      .orderBy(asc(t.dueAt), asc(t.id))
      .limit(PEOPLE);
    // Whoever is still due after their turn has too much for one transaction: they go on in the next run.
    const people = [...new Set(due.map(({ userId }) => userId))].filter((id) => !seen.has(id));
    if (people.length === 0) return;
    for (const userId of people) {
      if (signal.aborted) return;
      seen.add(userId);
      await ctx.write((tx) => mailTo(tx, userId));
      await yieldToEventLoop();
    }
  }
};

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
