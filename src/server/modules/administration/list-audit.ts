import { and, eq, inArray, notInArray, type SQL, sql } from "drizzle-orm";
import { filtersOf, noteRead } from "#server/access/audit-notes.ts";
import type { MemberCtx } from "#server/context/context.ts";
import { readSorted } from "#server/store/cursor.ts";
import { findFew, isWithin } from "#server/store/search-terms.ts";
import type { Reader, Tables } from "#server/store/store.ts";
import { AUDIT_READS } from "#shared/constants/audit.ts";
import { PAGE_SIZE } from "#shared/constants/lists.ts";
import {
  type AuditLine,
  type AuditListInput,
  auditValues,
} from "#shared/schemas/administration.ts";
import type { Page } from "#shared/schemas/lists.ts";
import type { Person } from "#shared/schemas/members.ts";

type Audit = Tables["audit"];
/** What a column must say. */
type Filter = {
  column: Audit["actorId"] | Audit["subject"] | Audit["action"] | Audit["requestId"];
  value: string;
};

/** Asked of each row: no engine takes its index. */
const isAsked = ({ column, value }: Filter): SQL => sql`${column} || '' = ${value}`;

/**
 * Of several filters the one leads that few entries answer to, else who, then whom: SQLite would take
 * any of their indexes, and may walk all that everybody else has done.
 */
const isNarrowedTo = async (
  reader: Reader,
  filters: readonly Filter[],
): Promise<SQL | undefined> => {
  const { audit } = reader.tables;
  const [first, ...others] = filters;
  if (first === undefined) return undefined;
  const isFirst = eq(first.column, first.value);
  if (others.length === 0) return isFirst;
  for (const { column, value } of filters) {
    const some = await findFew(
      reader.select({ id: audit.id }).from(audit).where(eq(column, value)),
    );
    const ids = some?.map(({ id }) => id);
    if (ids !== undefined) return and(inArray(audit.id, ids), ...filters.map(isAsked));
  }
  return and(isFirst, ...others.map(isAsked));
};

/** No entry that only tells what was read. Asked of each row, likewise: there are few of them. */
export const isNoRead = ({ tables: { audit } }: Reader): SQL =>
  notInArray(sql`${audit.action} || ''`, [...AUDIT_READS]);

const isWanted = async (reader: Reader, input: AuditListInput): Promise<SQL | undefined> => {
  const { audit } = reader.tables;
  const { action, actorId, subject, requestId, from, until, reads = false } = input;
  const filters = [
    { column: audit.requestId, value: requestId },
    { column: audit.actorId, value: actorId },
    { column: audit.subject, value: subject },
    { column: audit.action, value: action },
  ].flatMap(({ column, value }) => (value === undefined ? [] : { column, value }));
  return and(
    await isNarrowedTo(reader, filters),
    await isWithin(reader, audit, { from, until }),
    reads || action !== undefined ? undefined : isNoRead(reader),
  );
};

type AuditRow = Audit["$inferSelect"];

/** What the users among actors and subjects are called now. */
const findPeople = async (reader: Reader, rows: readonly AuditRow[]) => {
  const { users } = reader.tables;
  const ids = new Set(
    rows.flatMap(({ actorId, subject }) => [actorId ?? [], subject ?? []].flat()),
  );
  const people = await reader
    .select({ id: users.id, firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(inArray(users.id, [...ids]));
  const byId = new Map<string | null, Person>(people.map((person) => [person.id, person]));
  return (id: string | null) => byId.get(id) ?? null;
};

/** What was noted beside some entries. */
const findNotes = async (
  { select, tables: { auditNotes: t } }: Reader,
  rows: readonly AuditRow[],
) => {
  const ids = rows.map(({ id }) => id);
  const notes = await select().from(t).where(inArray(t.auditId, ids));
  return new Map(notes.map(({ auditId, note }) => [auditId, note]));
};

const valuesOf = (values: unknown) => (values === null ? null : auditValues.parse(values));

/** Lines as Admins see them, in the order given; one look-up for the names, and one for the notes. */
export const toAuditLines = async (
  reader: Reader,
  rows: readonly AuditRow[],
): Promise<AuditLine[]> => {
  const [personOf, notes] = await Promise.all([findPeople(reader, rows), findNotes(reader, rows)]);
  return rows.map(({ at, action, actorId, subject, before, after, ...row }) => ({
    id: row.id,
    at: at.toISOString(),
    action,
    actorId,
    actor: personOf(actorId),
    subject,
    subjectPerson: personOf(subject),
    before: valuesOf(before),
    after: valuesOf(after),
    note: notes.get(row.id) ?? null,
    network: row.network,
    browser: row.browser,
    requestId: row.requestId,
    position: row.position,
  }));
};

/**
 * What happened, the newest first unless it is sorted. Entries hold ids alone; the names are those of now, which of the
 * erased say "Deleted member".
 * @throws {AppError} `bad_request` for a cursor of another list or order.
 */
export const listAudit = async (
  ctx: MemberCtx,
  input: AuditListInput,
): Promise<Page<AuditLine>> => {
  const { cursor, limit = PAGE_SIZE, sort, ...asked } = input;
  await noteRead(ctx, { action: "audit.read", subject: null, after: filtersOf(asked) });
  const { audit } = ctx.tables;
  const isListed = await isWanted(ctx.read, input);
  const { shown, nextCursor } = await readSorted(
    { columns: { id: audit.id }, own: ["id"], by: { time: ["id"] }, sort },
    { cursor, limit },
    (isAfter, order, rows) =>
      ctx.read
        .select()
        .from(audit)
        .where(and(isListed, isAfter))
        .orderBy(...order)
        .limit(rows),
  );
  return { items: await toAuditLines(ctx.read, shown), nextCursor };
};
