import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { and, desc, eq, gt, inArray, isNotNull, lte, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { filtersOf, noteRead } from "#server/access/audit-notes.ts";
import { may } from "#server/access/rights.ts";
import type { MemberCtx, MemberReader } from "#server/context/context.ts";
import { hiddenCategories, isVisible, unreadOf } from "#server/modules/desk/index.ts";
import { keyset } from "#server/store/cursor.ts";
import { findFew, findsOne, type Search } from "#server/store/search-terms.ts";
import type { Reader } from "#server/store/store.ts";
import { COUNT_MAX, PAGE_SIZE } from "#shared/constants/lists.ts";
import type { Page } from "#shared/schemas/lists.ts";
import type { ListedTicket, TicketListInput } from "#shared/schemas/tickets.ts";
import { ticketColumns, type TicketRow, toTickets } from "./load.ts";
import { assertCategory } from "./options.ts";
import { findTickets } from "./search-terms.ts";

/** What a list is narrowed by, beside its search; for `.where(...)`. */
const fieldsOf = (
  { tables: { tickets } }: Reader,
  { status, game, category, isWaiting }: TicketListInput,
) => {
  const isGame = game === undefined || game === "" ? undefined : eq(tickets.game, game);
  const isCategory = category === undefined ? undefined : eq(tickets.category, category);
  const waits = isWaiting === true ? isNotNull(tickets.waitingSince) : undefined;
  return {
    isNarrowed: [isGame, isCategory, waits].some((one) => one !== undefined),
    fields: and(eq(tickets.status, status), isGame, isCategory, waits),
  };
};

/** A page of all tickets that one of the team may see, from the index of what they are narrowed by. */
const findAll = async (
  reader: MemberReader,
  input: TicketListInput,
  limit: number,
): Promise<TicketRow[]> => {
  const { tickets } = reader.tables;
  const { id } = tickets;
  const list = keyset({ id });
  const search = await findTickets(reader, input.search, { id, hidden: hiddenCategories(reader) });
  const fields = and(fieldsOf(reader, input).fields, isVisible(reader));
  const before = list.before(input.cursor);
  const ask = (isAsked: SQL | undefined, most: number) =>
    reader
      .select(ticketColumns(reader.tables))
      .from(tickets)
      .where(and(fields, isAsked))
      .orderBy(...list.order)
      .limit(most);
  const edge = (batch: SQL | undefined, after: number) =>
    reader
      .select({ id })
      .from(tickets)
      .where(and(fields, batch))
      .orderBy(...list.order)
      .limit(1)
      .offset(after);
  return search === undefined
    ? ask(before, limit)
    : searchInBatches(search, { id, before, limit, edge, ask });
};

/** Game and category of tickets that somebody is on. Few that have them are asked for by their ids. */
const areOfFields = async (reader: Reader, input: TicketListInput): Promise<SQL | undefined> => {
  const { tickets, ticketPeople } = reader.tables;
  const { isNarrowed, fields } = fieldsOf(reader, input);
  if (!isNarrowed) return undefined;
  const idsWhere = (condition: SQL | undefined) =>
    reader.select({ id: tickets.id }).from(tickets).where(condition);
  const some = await findFew(idsWhere(fields));
  return some === null
    ? findsOne(idsWhere(and(eq(tickets.id, ticketPeople.ticketId), fields)))
    : inArray(
        ticketPeople.ticketId,
        some.map(({ id }) => id),
      );
};

/** A page of those that the actor is on, from the index of theirs, which knows the status. */
const findMine = async (
  ctx: MemberCtx,
  input: TicketListInput,
  limit: number,
): Promise<TicketRow[]> => {
  const { tables, read, actor } = ctx;
  const { tickets, ticketPeople } = tables;
  const { ticketId: id, userId, status } = ticketPeople;
  const list = keyset({ id });
  // Where one is merely on a ticket, what the team has given it finds nothing.
  const hidden = may(actor, "tickets") ? hiddenCategories(ctx) : null;
  const search = await findTickets(read, input.search, { id, hidden });
  const areOf = await areOfFields(read, input);
  const areMine = and(eq(userId, actor.userId), eq(status, input.status));
  const before = list.before(input.cursor);
  const idsOf = (condition: SQL | undefined) =>
    read
      .select({ id })
      .from(ticketPeople)
      .where(and(areMine, condition))
      .orderBy(...list.order);
  // Only what is shown is read whole: of those who are on many tickets many may be passed over.
  const ask = (isAsked: SQL | undefined, most: number) => {
    const mine = idsOf(and(areOf, isAsked)).limit(most).as("mine");
    return read
      .select(ticketColumns(tables))
      .from(mine)
      .innerJoin(tickets, eq(tickets.id, mine.id))
      .orderBy(desc(mine.id));
  };
  const edge = (batch: SQL | undefined, after: number) => idsOf(batch).limit(1).offset(after);
  const scan = { id, before, limit, edge, ask };
  if (search !== undefined) return searchInBatches(search, scan);
  return areOf === undefined ? ask(before, limit) : scanInBatches(scan);
};

/**
 * A page of the open or the closed tickets, newest first: an Admin's of all, anybody else's of those
 * that they are on.
 * @throws {AppError} `bad_request` for a cursor of another list, and for an unknown category.
 */
export const listTickets = async (
  ctx: MemberCtx,
  input: TicketListInput,
): Promise<Page<ListedTicket>> => {
  const { actor } = ctx;
  assertCategory(ctx, input);
  const { limit = PAGE_SIZE } = input;
  const seesAll = may(actor, "tickets") && input.isMine !== true;
  if (seesAll) {
    const { search, game, category, isWaiting } = input;
    const after = { status: input.status, ...filtersOf({ search, game, category, isWaiting }) };
    await noteRead(ctx, { action: "tickets.listed", subject: null, after });
  }
  const found = seesAll
    ? await findAll(ctx.read, input, limit + 1)
    : await findMine(ctx, input, limit + 1);
  const { shown, nextCursor } = keyset({ id: ctx.tables.tickets.id }).page(found, limit);
  // Of closed ones somebody of the team follows those that they are on, as everybody else does.
  const followed = seesAll && input.status === "closed" ? [] : shown;
  const unread = await unreadOf(ctx.read, actor.userId, followed);
  const items = await toTickets(ctx.read, shown);
  return {
    items: items.map((one) => Object.assign(one, { isUnread: unread.has(one.id) })),
    nextCursor,
  };
};

/** How many tickets are open that the actor may see, up to `COUNT_MAX`. */
export const countTickets = async ({
  tables,
  read,
  actor,
}: MemberCtx): Promise<{ open: number }> => {
  const { tickets, ticketPeople } = tables;
  const isMine = and(eq(ticketPeople.userId, actor.userId), eq(ticketPeople.status, "Open"));
  const open = may(actor, "tickets")
    ? read
        .select({ id: tickets.id })
        .from(tickets)
        .where(and(eq(tickets.status, "Open"), isVisible(read)))
    : read.select({ id: ticketPeople.ticketId }).from(ticketPeople).where(isMine);
  const rows = await open.limit(COUNT_MAX);
  return { open: rows.length };
};

/** So many tickets are asked at once for what a list is narrowed by, in some milliseconds. */
const BATCH_ROWS = 4000;
/** So many are asked for a common word before it is found out how common that is: then most pages are full. */
const FIRST_ROWS = 500;

type BatchedScan<Row> = {
  /** By which the list goes, newest first. */
  id: PgColumn;
  /** Where it begins. */
  before: SQL | undefined;
  /** So many rows are wanted. */
  limit: number;
  /** The id of the row after so many of the list, whatever it is narrowed by; none where it ends. */
  edge: (batch: SQL | undefined, after: number) => PromiseLike<readonly { id: number }[]>;
  /** Rows of a stretch that pass. */
  ask: (isAsked: SQL | undefined, limit: number) => PromiseLike<readonly Row[]>;
};

/** Those of the first so many rows of a list that pass, and where the list goes on; null at its end. */
const askFirst = async <Row>(
  { id, before, limit, edge, ask }: BatchedScan<Row>,
  isAsked: SQL | undefined,
  most: number,
): Promise<{ rows: Row[]; next: SQL | null }> => {
  const [end] = await edge(before, most);
  const isInside = end === undefined ? before : and(before, gt(id, end.id));
  const rows = [...(await ask(and(isAsked, isInside), limit))];
  return { rows, next: end === undefined ? null : lte(id, end.id) };
};

/**
 * A page of a list of which few rows may pass, and far apart. It is gone through in stretches, so that
 * everybody else gets their turn in between.
 */
const scanInBatches = async <Row>(scan: BatchedScan<Row>, isAsked?: SQL): Promise<Row[]> => {
  const rows: Row[] = [];
  let { before } = scan;
  for (;;) {
    const rest = { ...scan, before, limit: scan.limit - rows.length };
    const batch = await askFirst(rest, isAsked, BATCH_ROWS);
    rows.push(...batch.rows);
    if (batch.next === null || rows.length >= scan.limit) return rows;
    before = batch.next;
    await yieldToEventLoop();
  }
};

/** A page of what a search finds in a list. */
const searchInBatches = async <Row>(
  { looks, find }: Search,
  scan: BatchedScan<Row>,
): Promise<Row[]> => {
  const first =
    looks === null ? { rows: [], next: scan.before } : await askFirst(scan, looks, FIRST_ROWS);
  const { rows, next } = first;
  if (next === null || rows.length >= scan.limit) return rows;
  const rest = { ...scan, before: next, limit: scan.limit - rows.length };
  const { how, isFound } = await find();
  const others =
    how === "ids" ? rest.ask(and(isFound, next), rest.limit) : scanInBatches(rest, isFound);
  return [...rows, ...(await others)];
};
