import {
  and,
  asc,
  desc,
  eq,
  inArray,
  isNotNull,
  isNull,
  lte,
  ne,
  type SQL,
  sql,
} from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { filtersOf, noteRead } from "#server/access/audit-notes.ts";
import type { MemberCtx, MemberReader } from "#server/context/context.ts";
import { isVisible, isWorkedOn } from "#server/modules/desk/index.ts";
import { assertCategory, findTeamTicket, findTickets } from "#server/modules/tickets/index.ts";
import { readSorted, readSortedPassing, type SortedList } from "#server/store/cursor.ts";
import { findFew, findsOne, isAmong, type Limitable } from "#server/store/search-terms.ts";
import type { Reader, Tables } from "#server/store/store.ts";
import { COUNT_MAX, PAGE_SIZE } from "#shared/constants/lists.ts";
import {
  PRIORITY_RANKS,
  QUEUE_TABS,
  type QueueSort,
  type QueueTab,
  REQUESTER_ENTRIES,
} from "#shared/constants/queue.ts";
import type {
  QueueCounts,
  QueueInput,
  QueueTicket,
  RequesterTicket,
} from "#shared/schemas/desk.ts";
import type { Page } from "#shared/schemas/lists.ts";
import { toQueueTickets } from "./show.ts";

/** The columns by which a ticket belongs to a tab, and by which lists go. */
type TabColumns = Pick<
  Tables["tickets"],
  "id" | "status" | "waitingSince" | "dueAt" | "assigneeId" | "priority"
>;

/** For `.where(...)`: what a tab shows to somebody. */
const isInTab = (t: TabColumns, tab: QueueTab, userId: string): SQL | undefined => {
  const isOpen = eq(t.status, "Open");
  const tabs: Record<QueueTab, SQL | undefined> = {
    reply: and(isOpen, isNotNull(t.waitingSince)),
    unassigned: and(isOpen, isNull(t.assigneeId)),
    mine: and(isOpen, eq(t.assigneeId, userId)),
    all: isOpen,
    closed: eq(t.status, "closed"),
  };
  return tabs[tab];
};

/** Written out: of a limit that is a parameter PostgreSQL cannot tell how far to go, and plans anew each time. */
const UP_TO_MAX = sql.raw(`limit ${COUNT_MAX}`);

/**
 * How many tickets each tab has, up to `COUNT_MAX`: nobody walks further. One statement that answers with numbers,
 * which costs the same whatever there is to count.
 */
export const countQueue = async ({ tables, read, actor }: MemberCtx): Promise<QueueCounts> => {
  const { tickets } = tables;
  const counted = (tab: QueueTab) => {
    const all = read
      .select({ id: tickets.id })
      .from(tickets)
      .where(and(isInTab(tickets, tab, actor.userId), isWorkedOn(read)));
    const named = sql`(select count(*) from (${all.getSQL()} ${UP_TO_MAX}) as named)`;
    return [tab, named.mapWith(Number)] as const;
  };
  const counts = Object.fromEntries(QUEUE_TABS.map(counted)) as Record<QueueTab, SQL<number>>;
  const [row] = await read.select(counts).from(sql`(select 1) as single`);
  if (row === undefined) throw new Error("Nothing was counted.");
  return row;
};

/**
 * The last other tickets of whoever opened a ticket, the newest first, as far as whoever asks may see them.
 * @throws {AppError} `not_found` for whoever may not see the ticket; `forbidden` for whoever is merely on it.
 */
export const listRequesterTickets = async (
  { read, tables }: MemberCtx,
  { id }: { id: number },
): Promise<RequesterTicket[]> => {
  const { tickets: t } = tables;
  const { createdBy } = await findTeamTicket(read, id);
  const rows = await read
    .select({ id: t.id, subject: t.subject, status: t.status, createdAt: t.createdAt })
    .from(t)
    .where(and(eq(t.createdBy, createdBy), ne(t.id, id), isVisible(read)))
    .orderBy(desc(t.id))
    .limit(REQUESTER_ENTRIES);
  return rows.map(({ id: ticketId, subject, status, createdAt }) => ({
    id: ticketId,
    subject,
    status,
    createdAt: createdAt.toISOString(),
  }));
};

/** What a list goes by, and what it is narrowed to that stands on the row itself. */
const keyColumns = ({ tables: { tickets } }: Reader) => ({
  id: tickets.id,
  status: tickets.status,
  waitingSince: tickets.waitingSince,
  dueAt: tickets.dueAt,
  assigneeId: tickets.assigneeId,
  priority: tickets.priority,
});
type Key = { id: number; waitingSince: Date | null; dueAt: Date | null; priority: number };

/** What a cursor is made of. */
const cursorColumns = (t: TabColumns) => ({
  id: t.id,
  waitingSince: t.waitingSince,
  dueAt: t.dueAt,
  priority: t.priority,
});

/** The newest first, or those that wait longest or are due first, or the most urgent and then the oldest. */
const sortedBy = (t: TabColumns, sort: QueueSort) =>
  ({
    columns: cursorColumns(t),
    own: ["id"],
    by: {
      waiting: ["waitingSince", "id"],
      due: ["dueAt", "id"],
      priority: ["priority", "id"],
    },
    sort: sort === "newest" ? undefined : sort,
  }) as const satisfies SortedList<
    Pick<TabColumns, "id" | "waitingSince" | "dueAt" | "priority">,
    "waiting" | "due" | "priority"
  >;

/** What each ticket of a tab is asked for, beside words. */
const fieldsOf = (
  reader: Reader,
  { game, category, priority, requester, isLate }: QueueInput,
  now: Date,
): SQL | undefined => {
  const { tickets } = reader.tables;
  return and(
    game === undefined || game === "" ? undefined : eq(tickets.game, game),
    category === undefined ? undefined : eq(tickets.category, category),
    priority === undefined ? undefined : eq(tickets.priority, PRIORITY_RANKS[priority]),
    requester === undefined ? undefined : eq(tickets.createdBy, requester),
    isLate === true ? and(eq(tickets.status, "Open"), lte(tickets.dueAt, now)) : undefined,
  );
};

/** What is asked for, with what is asked for where nothing was said. */
type Asked = QueueInput & { sort: QueueSort; limit: number; userId: string };

/** What narrows a tab: to few tickets, which are named by their ids, or as `readSortedPassing` asks each. */
type Narrowing = {
  few?: SQL | undefined;
  passing?: { looks: SQL; isInSet?: SQL | undefined } | undefined;
};

const narrow = async (reader: Reader, input: Asked, now: Date): Promise<Narrowing> => {
  const { tickets, ticketLabels } = reader.tables;
  const { label, requester, isLate } = input;
  const fields = fieldsOf(reader, input, now);
  const search = await findTickets(reader, input.search, { id: tickets.id, hidden: [] });
  const found = await search?.find();
  if (found?.how === "ids") return { few: and(found.isFound, fields, hasLabel(reader, label)) };
  const few = async (rows: Limitable<{ id: number }>) => {
    const ids = await findFew(rows);
    return ids === null ? null : isAmong(tickets.id, ids.length === 0 ? [0] : ids.map((r) => r.id));
  };
  const ofLabel =
    label === undefined
      ? null
      : await few(
          reader
            .select({ id: ticketLabels.ticketId })
            .from(ticketLabels)
            .where(eq(ticketLabels.labelId, label)),
        );
  const ofRequester =
    requester === undefined
      ? null
      : await few(
          reader.select({ id: tickets.id }).from(tickets).where(eq(tickets.createdBy, requester)),
        );
  const ofLate =
    isLate !== true
      ? null
      : await few(
          reader
            .select({ id: tickets.id })
            .from(tickets)
            .where(and(eq(tickets.status, "Open"), lte(tickets.dueAt, now))),
        );
  const labelled = ofLabel ?? hasLabel(reader, label);
  const all = and(ofRequester ?? undefined, ofLate ?? undefined, labelled, fields);
  if (ofLabel !== null || ofRequester !== null || ofLate !== null)
    return { few: and(all, found?.isFound) };
  if (found?.how !== "set") {
    const looks = and(all, found?.isFound);
    return looks === undefined ? {} : { passing: { looks } };
  }
  const upTo = input.sort === "newest" ? await found.upTo() : undefined;
  const looks = and(all, found.looks, upTo);
  const isInSet = and(found.isFound, all, upTo);
  return looks === undefined ? {} : { passing: { looks, isInSet } };
};

const hasLabel = (reader: Reader, label: number | undefined): SQL | undefined => {
  if (label === undefined) return undefined;
  const { tickets, ticketLabels } = reader.tables;
  const { ticketId, labelId } = ticketLabels;
  return findsOne(
    reader
      .select({ id: ticketId })
      .from(ticketLabels)
      .where(and(eq(ticketId, tickets.id), eq(labelId, label))),
  );
};

/** Few rows, named by ids: they are read first, so that no index of the tab is walked in search of them. */
const readFew = (reader: MemberReader, asked: Asked, condition: SQL) => {
  const found = reader
    .select(keyColumns(reader))
    .from(reader.tables.tickets)
    .where(and(condition, isWorkedOn(reader)))
    // Keeps the engines from putting both conditions into one.
    .limit(FEW_MAX)
    .as("found");
  const t = found as unknown as TabColumns;
  return readSorted(sortedBy(t, asked.sort), asked, (isAfter, order, rows) =>
    reader
      .select(cursorColumns(t))
      .from(found)
      .where(and(isInTab(t, asked.tab, asked.userId), isAfter))
      .orderBy(...order)
      .limit(rows),
  );
};
const FEW_MAX = 100_000;

/** What stands in the index of an order, and no more: so the tickets that are passed over are not read. */
const columnsOf = ({ id, waitingSince, dueAt, priority }: TabColumns, sort: QueueSort) => {
  const columns: Record<QueueSort, Record<string, PgColumn>> = {
    newest: { id },
    waiting: { id, waitingSince },
    due: { id, dueAt },
    priority: { id, priority },
  };
  return columns[sort];
};

/** Those of a tab in its order, each asked whether it passes. */
const readTab = (reader: MemberReader, asked: Asked, { passing }: Narrowing) => {
  const t = reader.tables.tickets;
  const { tab, sort, userId } = asked;
  // PostgreSQL takes the order of an index for granted only where it is told all of it.
  const first =
    tab === "unassigned" ? [sort === "newest" ? desc(t.assigneeId) : asc(t.assigneeId)] : [];
  const ask = async (isAsked: SQL | undefined, order: SQL[], rows: number, skip = 0) => {
    const found = await reader
      .select(columnsOf(t, sort))
      .from(t)
      .where(and(isInTab(t, tab, userId), isWorkedOn(reader), isAsked))
      .orderBy(...first, ...order)
      .limit(rows)
      .offset(skip);
    return found as unknown as Key[];
  };
  const list = sortedBy(t, sort);
  return passing === undefined
    ? readSorted(list, asked, ask)
    : readSortedPassing(list, asked, ask, passing);
};

/**
 * A page of the team's queue [QUEUE-01]: what a tab shows, narrowed and in the order that was asked for.
 * @throws {AppError} `bad_request` for a cursor of another list, and for an unknown category.
 */
export const listQueue = async (ctx: MemberCtx, input: QueueInput): Promise<Page<QueueTicket>> => {
  const { read, tables, actor } = ctx;
  assertCategory(ctx, input);
  const { tab, search, game, category, priority, label, requester, isLate } = input;
  const asked = {
    ...input,
    limit: input.limit ?? PAGE_SIZE,
    sort: input.sort ?? (tab === "closed" ? "newest" : "waiting"),
    userId: actor.userId,
  } as const;
  const filters = filtersOf({ search, game, category, priority, label, requester, isLate });
  const after = { tab, ...filters };
  await noteRead(ctx, { action: "tickets.listed", subject: null, after });
  const narrowing = await narrow(read, asked, ctx.clock.now());
  const { shown, nextCursor } =
    narrowing.few === undefined
      ? await readTab(read, asked, narrowing)
      : await readFew(read, asked, narrowing.few);
  const ids = shown.map(({ id }) => id);
  const { tickets } = tables;
  const rows =
    ids.length === 0 ? [] : await read.select().from(tickets).where(inArray(tickets.id, ids));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return {
    items: await toQueueTickets(
      read,
      ids.flatMap((id) => byId.get(id) ?? []),
    ),
    nextCursor,
  };
};
