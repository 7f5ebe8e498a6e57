import { and, asc, eq, getTableColumns, gt, inArray } from "drizzle-orm";
import type { CtxReader } from "#server/context/context.ts";
import { areSeen } from "#server/modules/desk/index.ts";

/** Few enough for no visitor to wait for them. */
const SLICE = 200;

/** One line of a file: plain values, and lists of them. */
export type ExportRow = Readonly<Record<string, unknown>>;

/** Goes through numbered rows in slices. @param read the next ones after a number. */
async function* inSlices<Row extends { id: number }>(
  read: (after: number) => PromiseLike<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  for (let after = 0; ;) {
    const slice = await read(after);
    const last = slice.at(-1);
    if (last === undefined) return;
    yield slice;
    after = last.id;
  }
}

/** By the id of what they belong to. */
const grouped = <Row>(rows: readonly Row[], ownerOf: (row: Row) => number) =>
  Map.groupBy(rows, ownerOf);

/** Tickets that whoever asks may see, with the people on them; their messages stand within where they are asked for. */
export async function* exportTickets(
  given: CtxReader,
  withMessages: boolean,
): AsyncGenerator<readonly ExportRow[]> {
  const { tables, ...reader } = given;
  const { tickets, ticketPeople, messages } = tables;
  const slices = inSlices((after) =>
    reader
      .select()
      .from(tickets)
      .where(and(gt(tickets.id, after), areSeen(given)))
      .orderBy(asc(tickets.id))
      .limit(SLICE),
  );
  for await (const slice of slices) {
    const ids = slice.map(({ id }) => id);
    const people = grouped(
      await reader
        .select({ ticketId: ticketPeople.ticketId, userId: ticketPeople.userId })
        .from(ticketPeople)
        .where(inArray(ticketPeople.ticketId, ids)),
      ({ ticketId }) => ticketId,
    );
    const said = withMessages
      ? grouped(
          await reader
            .select()
            .from(messages)
            .where(inArray(messages.ticketId, ids))
            .orderBy(asc(messages.id)),
          ({ ticketId }) => ticketId,
        )
      : null;
    yield slice.map((ticket) =>
      Object.assign(
        ticket,
        { people: (people.get(ticket.id) ?? []).map(({ userId }) => userId) },
        said === null ? {} : { messages: said.get(ticket.id) ?? [] },
      ),
    );
  }
}

/** What was said on tickets that whoever asks may see. */
export const exportMessages = (given: CtxReader): AsyncGenerator<readonly ExportRow[]> => {
  const { tables, ...reader } = given;
  const { messages: t, tickets } = tables;
  return inSlices((after) =>
    reader
      .select(getTableColumns(t))
      .from(t)
      .innerJoin(tickets, eq(tickets.id, t.ticketId))
      .where(and(gt(t.id, after), areSeen(given)))
      .orderBy(asc(t.id))
      .limit(SLICE),
  );
};

/** The ledger, line by line. */
export const exportPoints = ({
  tables: { pointEntries: t },
  ...reader
}: CtxReader): AsyncGenerator<readonly ExportRow[]> =>
  inSlices((after) =>
    reader.select().from(t).where(gt(t.id, after)).orderBy(asc(t.id)).limit(SLICE),
  );

/** Orders with what was paid for them. */
export async function* exportOrders({
  tables: { orders: t, payments },
  ...reader
}: CtxReader): AsyncGenerator<readonly ExportRow[]> {
  const slices = inSlices((after) =>
    reader
      .select({
        id: t.id,
        userId: t.userId,
        ident: t.ident,
        state: t.state,
        items: t.items,
        currency: t.currency,
        totalCents: t.totalCents,
        hasPromo: t.hasPromo,
        createdAt: t.createdAt,
        paidAt: t.paidAt,
        creditedAt: t.creditedAt,
      })
      .from(t)
      .where(gt(t.id, after))
      .orderBy(asc(t.id))
      .limit(SLICE),
  );
  for await (const slice of slices) {
    const paid = grouped(
      await reader
        .select({
          orderId: payments.orderId,
          transactionId: payments.transactionId,
          sequence: payments.sequence,
          amountCents: payments.amountCents,
          paidAt: payments.paidAt,
        })
        .from(payments)
        .where(
          inArray(
            payments.orderId,
            slice.map(({ id }) => id),
          ),
        )
        .orderBy(asc(payments.id)),
      ({ orderId }) => orderId,
    );
    yield slice.map((order) => Object.assign(order, { payments: paid.get(order.id) ?? [] }));
  }
}
