import { and, asc, desc, eq, getTableColumns, inArray } from "drizzle-orm";
import { noteRead } from "#server/access/audit-notes.ts";
import { may } from "#server/access/rights.ts";
import type { MemberCtx, MemberReader, MemberTx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { assertWorksOn, isVisible, worksOn } from "#server/modules/desk/index.ts";
import type { Reader, Tables } from "#server/store/store.ts";
import { SILENCE } from "#shared/constants/desk.ts";
import {
  EDITED_PARTS,
  type EditedPart,
  type TicketAct,
  type TicketTurn,
} from "#shared/constants/tickets.ts";
import type { Person } from "#shared/schemas/members.ts";
import type { AssignedUser, Ticket, TicketEntry } from "#shared/schemas/tickets.ts";
import { TICKETS } from "#shared/ticket-messages.ts";

export type TicketRow = Tables["tickets"]["$inferSelect"];

/** Every column of a ticket, for a select that joins other tables. */
export const ticketColumns = ({ tickets }: Tables) => getTableColumns(tickets);

/** A ticket that the actor may see; undefined for every other, as for one that is not there. */
export const lookUpTicket = async (
  reader: MemberReader,
  id: number,
): Promise<TicketRow | undefined> => {
  const { tickets, ticketPeople } = reader.tables;
  const query = reader.select(ticketColumns(reader.tables)).from(tickets).$dynamic();
  const isMine = and(
    eq(ticketPeople.ticketId, tickets.id),
    eq(ticketPeople.userId, reader.actor.userId),
  );
  const isTeam = may(reader.actor, "tickets");
  const visible = isTeam ? query : query.innerJoin(ticketPeople, isMine);
  const [found] = await visible.where(
    and(eq(tickets.id, id), isTeam ? isVisible(reader) : undefined),
  );
  return found;
};

/**
 * A ticket that the actor may see: one of the team any but for those of categories that take another
 * permission, everybody those that they are on.
 * @param reader `store.read`, or the transaction under way.
 * @throws {AppError} `not_found` for every other, as for one that is not there.
 */
export const findTicket = async (reader: MemberReader, id: number): Promise<TicketRow> => {
  const found = await lookUpTicket(reader, id);
  if (found === undefined) throw new AppError("not_found", TICKETS.unknown);
  return found;
};

/**
 * A ticket that the actor works on as one of the team: it takes the permissions of its category's team, though they
 * are on it [DESK-02].
 * @throws {AppError} `not_found`, as `findTicket`; `forbidden` for whoever is merely on it.
 */
export const findTeamTicket = async (reader: MemberReader, id: number): Promise<TicketRow> => {
  const ticket = await findTicket(reader, id);
  if (!worksOn(reader, ticket)) throw new AppError("forbidden", TICKETS.forTeam);
  return ticket;
};

/** The same for an act of the team, in its transaction. @throws {AppError} as `findTeamTicket`, also for whoever has lost a permission. */
export const findTicketToWorkOn = async (tx: MemberTx, id: number): Promise<TicketRow> => {
  const ticket = await findTeamTicket(tx, id);
  await assertWorksOn(tx, ticket);
  return ticket;
};

/** The ids of those who are on a ticket, its creator among them. */
export const peopleIdsOf = async (reader: Reader, ticketId: number): Promise<readonly string[]> => {
  const { ticketPeople } = reader.tables;
  const rows = await reader
    .select({ userId: ticketPeople.userId })
    .from(ticketPeople)
    .where(eq(ticketPeople.ticketId, ticketId));
  return rows.map(({ userId }) => userId);
};

/**
 * Who is on these tickets, in one query: by ticket, the oldest accounts first. Name and picture of
 * their Discord accounts are those of now, null without one.
 */
const peopleOf = async (
  reader: Reader,
  ticketIds: readonly number[],
): Promise<ReadonlyMap<number, readonly AssignedUser[]>> => {
  const { ticketPeople, users, links } = reader.tables;
  const people = new Map<number, AssignedUser[]>();
  if (ticketIds.length === 0) return people;
  const rows = await reader
    .select({
      ticketId: ticketPeople.ticketId,
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      role: users.role,
      discordName: links.name,
      discordImgUrl: links.imageUrl,
    })
    .from(ticketPeople)
    .innerJoin(users, eq(users.id, ticketPeople.userId))
    .leftJoin(links, and(eq(links.userId, users.id), eq(links.platform, "discord")))
    .where(inArray(ticketPeople.ticketId, [...ticketIds]))
    .orderBy(asc(users.createdAt), asc(users.id));
  for (const { ticketId, discordName, discordImgUrl, ...user } of rows) {
    const known = people.get(ticketId) ?? [];
    known.push({ ...user, zlgMember: { discordImgUrl, discordName } });
    people.set(ticketId, known);
  }
  return people;
};

/** What of a ticket is the team's own affair, what lists leave out, and times that are not said as they stand there. */
type Unsaid =
  | "waitingSince"
  | "answeredAt"
  | "quietSince"
  | "assigneeId"
  | "priority"
  | "lastMessageId"
  | "answers"
  | "firstAnsweredAt"
  | "firstAnsweredBy"
  | "solvedByTeam"
  | "closedBySilence"
  | "dueAt"
  | "dueWarnedAt"
  | "overdueAt"
  | "quietWarnedAt";

/** What of a row is said to whoever is on the ticket as it stands there. */
const withoutTeams = ({
  waitingSince: _waitingSince,
  answeredAt: _answeredAt,
  quietSince: _quietSince,
  assigneeId: _assigneeId,
  priority: _priority,
  lastMessageId: _lastMessageId,
  answers: _answers,
  firstAnsweredAt: _firstAnsweredAt,
  firstAnsweredBy: _firstAnsweredBy,
  solvedByTeam: _solvedByTeam,
  closedBySilence: _closedBySilence,
  dueAt: _dueAt,
  dueWarnedAt: _dueWarnedAt,
  overdueAt: _overdueAt,
  quietWarnedAt: _quietWarnedAt,
  ...said
}: TicketRow): Omit<TicketRow, Unsaid> => said;

const since = (at: Date | null): string | null => at?.toISOString() ?? null;

/** Who has to say something on a ticket next, and since when [WRITE-10]. */
const turnOf = ({
  status,
  waitingSince,
  answeredAt,
  closedAt,
}: Pick<TicketRow, "status" | "waitingSince" | "answeredAt" | "closedAt">): {
  waitsFor: TicketTurn;
  waitsSince: string | null;
} => {
  if (status === "closed") return { waitsFor: "nobody", waitsSince: since(closedAt) };
  return waitingSince === null
    ? { waitsFor: "people", waitsSince: since(answeredAt) }
    : { waitsFor: "team", waitsSince: since(waitingSince) };
};

/** Tickets as they stand on the wire, with everyone on them; their creators come first. */
export const toTickets = async (reader: Reader, rows: readonly TicketRow[]): Promise<Ticket[]> => {
  const ids = rows.map(({ id }) => id);
  const people = await peopleOf(reader, ids);
  return rows.map((row) => {
    const onIt = people.get(row.id) ?? [];
    const isCreator = ({ id }: AssignedUser) => id === row.createdBy;
    return {
      ...withoutTeams(row),
      ...turnOf(row),
      closedAt: row.closedAt?.toISOString() ?? null,
      createdAt: row.createdAt.toISOString(),
      updatedAt: row.updatedAt.toISOString(),
      assignedUsers: [...onIt.filter(isCreator), ...onIt.filter((one) => !isCreator(one))],
    };
  });
};

/**
 * The ticket as the actor sees it now.
 * @throws {AppError} `not_found`, as `findTicket`.
 */
export const showTicket = async (reader: MemberReader, id: number): Promise<Ticket> => {
  const row = await findTicket(reader, id);
  const [listed] = await toTickets(reader, [row]);
  if (listed === undefined) throw new AppError("not_found", TICKETS.unknown);
  const shown = worksOn(reader, row) ? { ...listed, mayWork: true } : listed;
  return row.answers === null ? shown : { ...shown, answers: [...row.answers] };
};

/**
 * One ticket [TICK-01].
 * @throws {AppError} `not_found` for whoever may not see it.
 */
export const readTicket = async (ctx: MemberCtx, { id }: { id: number }): Promise<Ticket> => {
  const { read } = ctx;
  await noteTicketRead(ctx, await findTicket(read, id));
  return showTicket(read, id);
};

/** Writes down that an Admin reads a ticket, or its thread, which they are not on. */
export const noteTicketRead = async (
  ctx: MemberCtx,
  { id, createdBy }: TicketRow,
): Promise<void> => {
  const { actor } = ctx;
  if (!may(actor, "tickets") || createdBy === actor.userId) return;
  const people = await peopleIdsOf(ctx.read, id);
  if (people.includes(actor.userId)) return;
  await noteRead(ctx, { action: "ticket.read", subject: createdBy, after: { ticketId: id } });
};

type EntryRow = Tables["ticketEntries"]["$inferSelect"];

/** Of a ticket that is changed all day, what lies further back is not shown. */
const ENTRIES_MAX = 1000;

/** Whose account was removed; an erased one has this name in the store. */
const gone = (id: string): Person => ({ id, firstName: "Deleted", lastName: "member" });

const findNames = async ({ tables, read }: MemberCtx, ids: ReadonlySet<string>) => {
  const { users } = tables;
  const rows = await read
    .select({ id: users.id, firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(inArray(users.id, [...ids]));
  const names = new Map(rows.map((row) => [row.id, row]));
  return (id: string): Person => names.get(id) ?? gone(id);
};

const mergedIn = ({ act, details }: Pick<EntryRow, "act" | "details">): TicketEntry["merged"] => {
  const [from = 0, into = 0] = details.map(Number);
  return act === "merged" ? { from, into } : null;
};

/** So many days a ticket was silent that the site closed by itself. */
const silenceOf = ({
  act,
  details: [why, days],
}: Pick<EntryRow, "act" | "details">): number | undefined =>
  act === "closed" && why === SILENCE ? Number(days) : undefined;

/**
 * What happened to a ticket, by whom and when, the oldest first.
 * @throws {AppError} `not_found` for whoever may not see it.
 */
export const readHistory = async (
  ctx: MemberCtx,
  { id }: { id: number },
): Promise<TicketEntry[]> => {
  const { ticketEntries } = ctx.tables;
  await noteTicketRead(ctx, await findTicket(ctx.read, id));
  const rows = await ctx.read
    .select()
    .from(ticketEntries)
    .where(eq(ticketEntries.ticketId, id))
    .orderBy(desc(ticketEntries.id))
    .limit(ENTRIES_MAX);
  const peopleOf = (row: (typeof rows)[number]) =>
    row.act === "assigned" || row.act === "unassigned" ? row.details : [];
  const name = await findNames(
    ctx,
    new Set(rows.flatMap((row) => [row.actorId, ...peopleOf(row)])),
  );
  return rows.toReversed().map((row) => ({
    id: row.id,
    act: row.act,
    at: row.at.toISOString(),
    actor: name(row.actorId),
    fields: EDITED_PARTS.filter((field) => row.act === "edited" && row.details.includes(field)),
    people: peopleOf(row).map(name),
    merged: mergedIn(row),
    silentDays: silenceOf(row),
  }));
};

type NewEntry =
  | { act: Exclude<TicketAct, "edited" | "assigned" | "unassigned" | "merged"> }
  /** `details`: the numbers of the ticket that was merged, and of the one that it was merged into. */
  | { act: "merged"; details: readonly [string, string] }
  | { act: "edited"; details: readonly EditedPart[] }
  /** `details`: the ids of those whom it is about. */
  | { act: "assigned" | "unassigned"; details: readonly string[] };

/** Writes down what the actor did to a ticket, in the caller's transaction. */
export const writeEntry = async (
  tx: MemberTx,
  ticketId: number,
  entry: NewEntry,
): Promise<void> => {
  const details = "details" in entry ? entry.details : [];
  await tx
    .insert(tx.tables.ticketEntries)
    .values({ ticketId, act: entry.act, actorId: tx.actor.userId, at: tx.clock.now(), details });
};

/** @throws {AppError} `too_many_requests` for whoever changes tickets all the time. */
export const countChange = (tx: MemberTx): Promise<void> =>
  tx.count("ticketChangesByMember", tx.actor.userId);
