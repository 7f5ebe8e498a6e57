import { and, eq, inArray, or } from "drizzle-orm";
import type { CtxReader, MemberCtx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { evidenceOfStrikes } from "#server/modules/attachments/index.ts";
import { keyset, readSorted } from "#server/store/cursor.ts";
import { PAGE_SIZE } from "#shared/constants/lists.ts";
import { fullName } from "#shared/rules/lines.ts";
import type { Page, PageInput } from "#shared/schemas/lists.ts";
import type { Person } from "#shared/schemas/members.ts";
import type { OwnStrike, Strike, StrikeListInput } from "#shared/schemas/strikes.ts";
import { STRIKES } from "#shared/strike-messages.ts";
import { forbidsOf, isInState, stateOf, type StrikeRow } from "./state.ts";

/** @throws {AppError} `not_found`. */
export const findStrike = async (reader: CtxReader, id: number): Promise<StrikeRow> => {
  const { strikes: t } = reader.tables;
  const [found] = await reader.select().from(t).where(eq(t.id, id));
  if (found === undefined) throw new AppError("not_found", STRIKES.unknown);
  return found;
};

/** Names of everybody in some strikes, in one query. Every account keeps its row, also once it is erased. */
const peopleOf = async (reader: CtxReader, ids: readonly string[]) => {
  const { users: t } = reader.tables;
  const found =
    ids.length === 0
      ? []
      : await reader
          .select({ id: t.id, firstName: t.firstName, lastName: t.lastName })
          .from(t)
          .where(inArray(t.id, [...new Set(ids)]));
  const people = new Map(found.map((person) => [person.id, person]));
  return (id: string): Person => people.get(id) ?? { id, firstName: "", lastName: "" };
};

const shownOf = (row: StrikeRow, now: Date) => ({
  id: row.id,
  issuedAt: row.issuedAt.toISOString(),
  rule: row.ruleId === "" ? null : { id: row.ruleId, number: row.ruleNumber, text: row.ruleText },
  reason: row.reason,
  endsAt: row.endsAt?.toISOString() ?? null,
  forbids: forbidsOf(row),
  state: stateOf(row, now),
  appealTicketId: row.appealTicketId,
});

/** Strikes as the team sees them, in the order given. */
const toStrikes = async (reader: CtxReader, rows: readonly StrikeRow[]): Promise<Strike[]> => {
  const now = reader.clock.now();
  const ids = rows.flatMap(({ userId, issuedBy, liftedBy }) => [userId, issuedBy, liftedBy ?? []]);
  const personOf = await peopleOf(reader, ids.flat());
  const proofs = await evidenceOfStrikes(
    reader,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    ...shownOf(row, now),
    member: personOf(row.userId),
    issuer: personOf(row.issuedBy),
    remark: row.remark,
    evidence: [...row.evidence],
    attachments: proofs.get(row.id) ?? [],
    ticketId: row.ticketId,
    lifted:
      row.liftedAt === null
        ? null
        : {
            at: row.liftedAt.toISOString(),
            by: personOf(row.liftedBy ?? ""),
            reason: row.liftReason,
          },
  }));
};

/** Strikes as the member sees them whom they are about, in the order given. */
const toOwnStrikes = async (
  reader: CtxReader,
  rows: readonly StrikeRow[],
): Promise<OwnStrike[]> => {
  const now = reader.clock.now();
  const personOf = await peopleOf(
    reader,
    rows.map(({ issuedBy }) => issuedBy),
  );
  return rows.map((row) => ({
    ...shownOf(row, now),
    issuerName: fullName(personOf(row.issuedBy)),
    lifted:
      row.liftedAt === null ? null : { at: row.liftedAt.toISOString(), reason: row.liftReason },
  }));
};

/** One strike as the team sees it. @throws {AppError} `not_found`. */
export const showStrike = async (reader: CtxReader, id: number): Promise<Strike> => {
  const [shown] = await toStrikes(reader, [await findStrike(reader, id)]);
  if (shown === undefined) throw new AppError("not_found", STRIKES.unknown);
  return shown;
};

/**
 * Strikes for the team, the newest first unless they are sorted.
 * @throws {AppError} `bad_request` for a cursor of another list or order.
 */
export const listStrikes = async (
  { read, tables, clock }: MemberCtx,
  { cursor, limit = PAGE_SIZE, sort, state, userId, issuerId, ruleId, ticketId }: StrikeListInput,
): Promise<Page<Strike>> => {
  const { strikes: t } = tables;
  const isNarrowed = and(
    state === undefined ? undefined : isInState(tables, state, clock.now()),
    userId === undefined ? undefined : eq(t.userId, userId),
    issuerId === undefined ? undefined : eq(t.issuedBy, issuerId),
    ruleId === undefined ? undefined : eq(t.ruleId, ruleId),
    ticketId === undefined
      ? undefined
      : or(eq(t.ticketId, ticketId), eq(t.appealTicketId, ticketId)),
  );
  const { id, endsAt } = t;
  const { shown, nextCursor } = await readSorted(
    { columns: { id, endsAt }, own: ["id"], by: { issued: ["id"], ends: ["endsAt", "id"] }, sort },
    { cursor, limit },
    (isAfter, order, rows) =>
      read
        .select()
        .from(t)
        .where(and(isNarrowed, isAfter))
        .orderBy(...order)
        .limit(rows),
  );
  return { items: await toStrikes(read, shown), nextCursor };
};

/** One's own strikes, the newest first. */
export const listOwnStrikes = async (
  { read, tables, actor }: MemberCtx,
  { cursor, limit = PAGE_SIZE }: PageInput,
): Promise<Page<OwnStrike>> => {
  const { strikes: t } = tables;
  const list = keyset({ id: t.id });
  const rows = await read
    .select()
    .from(t)
    .where(and(eq(t.userId, actor.userId), list.before(cursor)))
    .orderBy(...list.order)
    .limit(limit + 1);
  const { shown, nextCursor } = list.page(rows, limit);
  return { items: await toOwnStrikes(read, shown), nextCursor };
};
