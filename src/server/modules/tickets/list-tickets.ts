import { and, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { filtersOf, noteRead } from "#server/auth/note-read.ts";
import type { MemberContext } from "#server/context.ts";
import { keyset } from "#server/store/cursor.ts";
import type { Store } from "#server/store/store.ts";
import { hasWords } from "#server/store/words.ts";
import { PAGE_SIZE } from "#shared/constants/lists.ts";
import type { Ticket, TicketListInput } from "#shared/schemas/tickets.ts";
import { ticketColumns, type TicketRow, toTickets } from "./load.ts";
import { walk } from "./walk.ts";

/** So many tickets are quickly looked at one by one. */
const FEW = 256;

/** What a list is narrowed by, beside its search; for `.where(...)`. */
const fieldsOf = ({ tables: { tickets } }: Store, { status, game, category }: TicketListInput) => {
  const isGame = game === undefined || game === "" ? undefined : eq(tickets.game, game);
  const isCategory = category === undefined ? undefined : eq(tickets.category, category);
  return {
    isNarrowed: isGame !== undefined || isCategory !== undefined,
    fields: and(eq(tickets.status, status), isGame, isCategory),
  };
};

/** A page of all tickets, from the index of what they are narrowed by. */
const findAll = async (
  store: Store,
  input: TicketListInput,
  limit: number,
): Promise<TicketRow[]> => {
  const { tickets, ticketWords } = store.tables;
  const { id } = tickets;
  const list = keyset({ id });
  const words = { id, words: ticketWords, word: ticketWords.word, owner: ticketWords.ticketId };
  const found = await hasWords(store.read, input.search, words);
  const { fields } = fieldsOf(store, input);
  const before = list.before(input.cursor);
  const ask = (stretch: SQL | undefined, most: number) =>
    store.read
      .select(ticketColumns(store.tables))
      .from(tickets)
      .where(and(fields, found?.isFound, stretch))
      .orderBy(...list.order)
      .limit(most);
  const edge = (stretch: SQL | undefined, after: number) =>
    store.read
      .select({ id })
      .from(tickets)
      .where(and(fields, stretch))
      .orderBy(...list.order)
      .limit(1)
      .offset(after);
  return found?.isWalk === true ? walk({ id, before, limit, edge, ask }) : ask(before, limit);
};

/** Game and category of tickets that somebody is on. Few that have them are asked for by their ids. */
const areOfFields = async (store: Store, input: TicketListInput): Promise<SQL | undefined> => {
  const { tickets, ticketPeople } = store.tables;
  const { isNarrowed, fields } = fieldsOf(store, input);
  if (!isNarrowed) return undefined;
  const idsWhere = (condition: SQL | undefined) =>
    store.read.select({ id: tickets.id }).from(tickets).where(condition);
  const some = await idsWhere(fields).limit(FEW + 1);
  return some.length > FEW
    ? // Not `exists`, which PostgreSQL makes a join of: each is asked in turn, until the page is full.
      sql`(${idsWhere(and(eq(tickets.id, ticketPeople.ticketId), fields)).limit(1)}) is not null`
    : inArray(
        ticketPeople.ticketId,
        some.map(({ id }) => id),
      );
};

/** A page of those that the actor is on, from the index of theirs, which knows the status. */
const findMine = async (
  { store, actor }: MemberContext,
  input: TicketListInput,
  limit: number,
): Promise<TicketRow[]> => {
  const { tickets, ticketPeople, ticketWords } = store.tables;
  const { ticketId: id, userId, status } = ticketPeople;
  const list = keyset({ id });
  const words = { id, words: ticketWords, word: ticketWords.word, owner: ticketWords.ticketId };
  const found = await hasWords(store.read, input.search, words);
  const areOf = await areOfFields(store, input);
  const areMine = and(eq(userId, actor.userId), eq(status, input.status));
  const before = list.before(input.cursor);
  const idsOf = (condition: SQL | undefined) =>
    store.read
      .select({ id })
      .from(ticketPeople)
      .where(and(areMine, condition))
      .orderBy(...list.order);
  // Only what is shown is read whole: of those who are on many tickets many may be passed over.
  const ask = (stretch: SQL | undefined, most: number) => {
    const mine = idsOf(and(areOf, found?.isFound, stretch))
      .limit(most)
      .as("mine");
    return store.read
      .select(ticketColumns(store.tables))
      .from(mine)
      .innerJoin(tickets, eq(tickets.id, mine.id))
      .orderBy(desc(mine.id));
  };
  const edge = (stretch: SQL | undefined, after: number) => idsOf(stretch).limit(1).offset(after);
  const isWalk = found?.isWalk === true || areOf !== undefined;
  return isWalk ? walk({ id, before, limit, edge, ask }) : ask(before, limit);
};

/**
 * A page of the open or the closed tickets, newest first: an Admin's of all, anybody else's of those
 * that they are on.
 * @throws {AppError} `bad_request` for a cursor of another list.
 */
export const listTickets = async (
  ctx: MemberContext,
  input: TicketListInput,
): Promise<{ items: Ticket[]; nextCursor: string | null }> => {
  const { store, actor } = ctx;
  const { limit = PAGE_SIZE } = input;
  const seesAll = actor.role === "Admin" && input.isMine !== true;
  if (seesAll) {
    const { search, game, category } = input;
    const after = { status: input.status, ...filtersOf({ search, game, category }) };
    await noteRead(ctx, { action: "tickets.listed", subject: null, after });
  }
  const found = seesAll
    ? await findAll(store, input, limit + 1)
    : await findMine(ctx, input, limit + 1);
  const { shown, nextCursor } = keyset({ id: store.tables.tickets.id }).page(found, limit);
  return {
    items: await toTickets(store, store.read, shown),
    nextCursor,
  };
};
