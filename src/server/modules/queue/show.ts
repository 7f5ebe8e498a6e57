import { asc, eq, inArray } from "drizzle-orm";
import type { MemberCtx, MemberReader } from "#server/context/context.ts";
import { unreadOf } from "#server/modules/desk/index.ts";
import {
  findTeamTicket,
  findTicketToWorkOn,
  noteTicketRead,
  type TicketRow,
} from "#server/modules/tickets/index.ts";
import type { Reader } from "#server/store/store.ts";
import { PRIORITIES } from "#shared/constants/queue.ts";
import type { Label, QueueTicket, TicketFacts } from "#shared/schemas/desk.ts";
import type { Person } from "#shared/schemas/members.ts";

/** So much of the last message a list shows, in characters. */
const LINE_MAX = 200;

/** The beginning of a text, on one line. */
const oneLine = (text: string): string =>
  text.replaceAll(/\s+/gu, " ").trim().slice(0, LINE_MAX).toWellFormed();

const namesOf = async (reader: Reader, ids: readonly string[]) => {
  const { users } = reader.tables;
  const { id, firstName, lastName } = users;
  const wanted = [...new Set(ids)];
  const rows =
    wanted.length === 0
      ? []
      : await reader.select({ id, firstName, lastName }).from(users).where(inArray(id, wanted));
  const known = new Map<string, Person>(rows.map((row) => [row.id, row]));
  return (of: string): Person =>
    known.get(of) ?? { id: of, firstName: "Deleted", lastName: "member" };
};

/** The labels of some tickets, by ticket, each in the order of their names. */
export const labelsOf = async (
  reader: Reader,
  ticketIds: readonly number[],
): Promise<ReadonlyMap<number, Label[]>> => {
  const { labels, ticketLabels } = reader.tables;
  const { id, name, colour } = labels;
  const { ticketId, labelId } = ticketLabels;
  if (ticketIds.length === 0) return new Map();
  const rows = await reader
    .select({ ticketId, id, name, colour })
    .from(ticketLabels)
    .innerJoin(labels, eq(id, labelId))
    .where(inArray(ticketId, [...ticketIds]))
    .orderBy(asc(labels.nameKey));
  const byTicket = new Map<number, Label[]>();
  for (const { ticketId: of, ...label } of rows)
    byTicket.set(of, [...(byTicket.get(of) ?? []), label]);
  return byTicket;
};

const lastOf = async (reader: Reader, rows: readonly TicketRow[]) => {
  const { messages } = reader.tables;
  const { id, authorId, content, createdAt } = messages;
  const ids = rows.map(({ lastMessageId }) => lastMessageId).filter((last) => last > 0);
  const found =
    ids.length === 0
      ? []
      : await reader
          .select({ id, authorId, content, createdAt })
          .from(messages)
          .where(inArray(id, ids));
  return new Map(found.map((row) => [row.id, row]));
};

const factsOf = (row: TicketRow, name: (id: string) => Person, labels: Label[] = []) => ({
  priority: PRIORITIES[row.priority] ?? "normal",
  waitingSince: row.waitingSince?.toISOString() ?? null,
  dueAt: row.dueAt?.toISOString() ?? null,
  isOverdue: row.overdueAt !== null,
  assignee: row.assigneeId === null ? null : name(row.assigneeId),
  labels,
});

/** Tickets as the queue shows them, in the order given: a few queries, however many there are. */
export const toQueueTickets = async (
  reader: MemberReader,
  rows: readonly TicketRow[],
): Promise<QueueTicket[]> => {
  const last = await lastOf(reader, rows);
  const labels = await labelsOf(
    reader,
    rows.map(({ id }) => id),
  );
  const name = await namesOf(reader, [
    ...rows.flatMap(({ createdBy, assigneeId }) => [createdBy, assigneeId ?? createdBy]),
    ...[...last.values()].map(({ authorId }) => authorId),
  ]);
  const unread = await unreadOf(
    reader,
    reader.actor.userId,
    rows.filter(({ status }) => status === "Open"),
  );
  return rows.map((row) => {
    const said = last.get(row.lastMessageId);
    const { id, subject, category, game, server, status, createdBy, createdAt } = row;
    return {
      id,
      subject,
      category,
      game,
      server,
      status,
      createdAt: createdAt.toISOString(),
      isUnread: unread.has(id),
      requester: name(createdBy),
      last:
        said === undefined
          ? null
          : {
              text: oneLine(said.content),
              at: said.createdAt.toISOString(),
              author: name(said.authorId),
            },
      ...factsOf(row, name, labels.get(id)),
    };
  });
};

/** One ticket, as the team sees it. */
const toFacts = async (reader: Reader, row: TicketRow): Promise<TicketFacts> => {
  const labels = await labelsOf(reader, [row.id]);
  const name = await namesOf(reader, row.assigneeId === null ? [] : [row.assigneeId]);
  return { id: row.id, ...factsOf(row, name, labels.get(row.id)) };
};

/**
 * Tells the team, and nobody else, that somebody of it looks at a ticket [QUEUE-06]. Nothing of it is
 * stored: whoever has not said so for 45 seconds looks no more.
 * @throws {AppError} `not_found` where there is no such ticket; `forbidden` for whoever is merely on it.
 */
export const lookAtTicket = async (
  ctx: MemberCtx,
  { id, is }: { id: number; is: "came" | "there" | "left" },
): Promise<void> => {
  const { actor } = ctx;
  await findTeamTicket(ctx.read, id);
  await ctx.write(async (tx) => {
    await findTicketToWorkOn(tx, id);
    tx.publish({ type: "ticket.viewed", ticketId: id, userId: actor.userId, is });
  });
};

/**
 * What the team sees of one ticket beyond what those on it see.
 * @throws {AppError} `not_found` for whoever may not see it; `forbidden` for whoever is merely on it.
 */
export const readFacts = async (ctx: MemberCtx, { id }: { id: number }): Promise<TicketFacts> => {
  const ticket = await findTeamTicket(ctx.read, id);
  await noteTicketRead(ctx, ticket);
  return toFacts(ctx.read, ticket);
};
