import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import type { Tx } from "#server/context/context.ts";
import { attachmentsOfMessages } from "#server/modules/attachments/index.ts";
import { findSeen } from "#server/modules/desk/index.ts";
import type { QueuedMail } from "#server/modules/mail/index.ts";
import type { Tables } from "#server/store/store.ts";
import { type MailedTopic, NOTICES_PER_MAIL } from "#shared/constants/notices.ts";
import type { NotificationKind } from "#shared/constants/notifications.ts";
import { fullName } from "#shared/rules/display-name.ts";

export type NoticeRow = Tables["noticeMails"]["$inferSelect"];

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
export const contentsOf = async (
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
